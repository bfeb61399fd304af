/**
 * The list of payees, which has no pages on the wire. It is read in pieces all the same: a company may have thousands of
 * payees, and making rows of all of them at once would hold every other request for as long as that takes.
 */
import type { Payee } from '../contract/payees.ts'
import type { Connection, Database } from './engine/door.ts'
import { type PayeeFilter, payeesPerPiece, pieceOf, type Range, rangeAsRead, stateOf } from './payeePieces.ts'
import { SharedTurns } from './sharedTurns.ts'

export async function listPayees(
  connection: Connection,
  workspaceId: string,
  filter: PayeeFilter,
): Promise<Payee[]> {
  const rows = await readRange(connection, workspaceId, filter, {}, piece => piece)
  return rows.flatMap(({ made }) => made)
}

interface Making<Made, Whole> {
  /** Turns each piece into something smaller as soon as it is there. */
  make(piece: Payee[]): Made
  join(made: Made[]): Whole
}

/**
 * The whole list as it was at one moment, no earlier than the call. A long one is several statements, and a write may
 * come in between. Then the workspace's clock has moved, and the pieces are brought up to date in a transaction. It is
 * kept short, because on the embedded store a transaction keeps everybody else waiting.
 *
 * Each workspace reads one long list at a time, and each process has one such transaction; those who wait for the same
 * list share it. Otherwise a few clients and a writer would have the store read the same rows all the time.
 */
export async function readPayees<Made, Whole>(
  db: Database,
  workspaceId: string,
  filter: PayeeFilter,
  { make, join }: Making<Made, Whole>,
): Promise<Whole> {
  const first = await pieceOf(db, workspaceId, filter, {})
  if (first.length < payeesPerPiece) return join([make(first)])
  const { lists, transactions } = turnsOf(db)
  const name = JSON.stringify([workspaceId, filter.companyId ?? ''])
  const joined = (pieces: readonly Piece<Made>[]) => join(pieces.map(({ made }) => made))
  return await lists.run(workspaceId, name, async () => {
    const before = await clockOf(db, workspaceId)
    const pieces = await readRange(db, workspaceId, filter, {}, make)
    if ((await clockOf(db, workspaceId)) === before) return joined(pieces)
    const update = (connection: Connection) => upToDate(connection, workspaceId, filter, pieces, make)
    return joined(await transactions.run('', name, () => db.transaction(update, { snapshot: true })))
  })
}

interface Piece<Made> {
  range: Range
  made: Made
}

/** By name, piece by piece; other requests get their turn between two of them. */
async function readRange<Made>(
  connection: Connection,
  workspaceId: string,
  filter: PayeeFilter,
  { after, upTo }: Pick<Range, 'after' | 'upTo'>,
  make: (piece: Payee[]) => Made,
): Promise<Piece<Made>[]> {
  const pieces: Piece<Made>[] = []
  let from = after
  for (;;) {
    const rows = await pieceOf(connection, workspaceId, filter, { after: from, upTo })
    const range = rangeAsRead(rows, { after: from, upTo })
    pieces.push({ range, made: make(rows) })
    if (rows.length < payeesPerPiece) return pieces
    from = range.upTo
    await nextTurn()
  }
}

/** Looks at each range, which takes an eighth of the time of reading it, and reads again those that have changed. */
async function upToDate<Made>(
  connection: Connection,
  workspaceId: string,
  filter: PayeeFilter,
  pieces: readonly Piece<Made>[],
  make: (piece: Payee[]) => Made,
): Promise<Piece<Made>[]> {
  const current: Piece<Made>[] = []
  for (const piece of pieces) {
    const state = await stateOf(connection, workspaceId, filter, piece.range)
    const { count, latest } = piece.range
    if (state.count === count && state.latest === latest) current.push(piece)
    else current.push(...(await readRange(connection, workspaceId, filter, piece.range, make)))
    await nextTurn()
  }
  return current
}

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

interface Turns {
  /** A line for each workspace. */
  lists: SharedTurns
  /** One line for all. */
  transactions: SharedTurns
}

const turnsByDatabase = new WeakMap<Database, Turns>()

function turnsOf(db: Database): Turns {
  let turns = turnsByDatabase.get(db)
  if (turns === undefined) {
    turns = { lists: new SharedTurns(), transactions: new SharedTurns() }
    turnsByDatabase.set(db, turns)
  }
  return turns
}

async function clockOf(connection: Connection, workspaceId: string): Promise<string | undefined> {
  const [row] = await connection.query<{ clock: string }>(
    'select clock from workspaces where workspace_id = $1',
    [workspaceId],
  )
  return row?.clock
}
