/**
 * The list of payees, which has no pages on the wire. It is still read in pieces: a company may have thousands of
 * payees, and building all of their rows at once would block every other request.
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
  /** Turns each piece into something smaller as soon as it has been read. */
  make(piece: Payee[]): Made
  join(made: Made[]): Whole
}

/**
 * The whole list as it was at one moment, no earlier than the call. A long list takes several queries. If a write
 * happens in between, the workspace's clock has moved, and a transaction brings the pieces up to date. It is kept short
 * because on the embedded store everything else waits for a transaction.
 *
 * Each workspace reads one long list at a time, each process runs one such transaction at a time, and callers waiting
 * for the same list share it. Otherwise a few clients and a writer could make the store read the same rows constantly.
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
    return joined(
      await transactions.run('', name, () => db.transaction(update, { snapshot: true, workspaceId })),
    )
  })
}

interface Piece<Made> {
  range: Range
  made: Made
}

/** Reads by name, piece by piece. Other requests get a turn between pieces. */
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

/** Checks each range, which takes an eighth of the time of reading it, and rereads those that have changed. */
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
  /** One queue per workspace. */
  lists: SharedTurns
  /** One queue for all workspaces. */
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
