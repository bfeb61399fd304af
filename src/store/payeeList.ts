/**
 * The list of payees, which has no pages on the wire. It is read in pieces all the same: a company may have thousands of
 * payees, and making rows of all of them at once would hold every other request for as long as that takes.
 */
import type { Payee } from '../contract/payees.ts'
import { Conditions } from './conditions.ts'
import type { Database, Session } from './door.ts'
import { payeesTable } from './payees.ts'
import { SharedTurns } from './sharedTurns.ts'
import { selectList } from './table.ts'

const select = selectList(payeesTable, 't')

export const payeesPerPiece = 250

export interface PayeeFilter {
  companyId?: string | undefined
}

async function pieceOf(
  session: Session,
  workspaceId: string,
  { companyId }: PayeeFilter,
  after: Payee | undefined,
): Promise<Payee[]> {
  const conditions = new Conditions(workspaceId)
  if (companyId !== undefined) conditions.add('t.company_id = ?', companyId)
  if (after !== undefined) conditions.add('(t.name, t.id) > (?, ?)', after.name, after.id)
  return await session.query<Payee>(
    `select ${select} from payees t where ${conditions.text} order by t.name, t.id limit ${payeesPerPiece}`,
    conditions.values,
  )
}

/** By name, piece by piece; a list that does not fill one has one. Other requests get their turn between two pieces. */
export async function* payeePieces(
  session: Session,
  workspaceId: string,
  filter: PayeeFilter,
): AsyncGenerator<Payee[], void, undefined> {
  let last: Payee | undefined
  for (;;) {
    const piece = await pieceOf(session, workspaceId, filter, last)
    yield piece
    if (piece.length < payeesPerPiece) return
    last = piece.at(-1)
    await new Promise(setImmediate)
  }
}

export async function listPayees(
  session: Session,
  workspaceId: string,
  filter: PayeeFilter,
): Promise<Payee[]> {
  const pieces: Payee[][] = []
  for await (const piece of payeePieces(session, workspaceId, filter)) pieces.push(piece)
  return pieces.flat()
}

interface Making<Made, Whole> {
  /** Turns each piece into something smaller as soon as it is there. */
  make(piece: Payee[]): Made
  join(made: Made[]): Whole
}

/**
 * The whole list as it was at one moment, no earlier than the call. A long one is several statements, and a write may
 * come in between. Then the workspace's clock has moved, and the list is read again from a snapshot. That is not done
 * at once, because on the embedded store a transaction keeps everybody else waiting.
 *
 * Each workspace reads one long list at a time, and each process one snapshot; those who wait for the same list share it.
 * Otherwise a few clients and a writer would have the store read the same rows all the time.
 */
export async function readPayees<Made, Whole>(
  db: Database,
  workspaceId: string,
  filter: PayeeFilter,
  { make, join }: Making<Made, Whole>,
): Promise<Whole> {
  const first = await pieceOf(db, workspaceId, filter, undefined)
  if (first.length < payeesPerPiece) return join([make(first)])
  const read = async (session: Session) => {
    const made: Made[] = []
    for await (const piece of payeePieces(session, workspaceId, filter)) made.push(make(piece))
    return made
  }
  const { lists, snapshots } = turnsOf(db)
  const name = JSON.stringify([workspaceId, filter.companyId ?? ''])
  return await lists.run(workspaceId, name, async () => {
    const before = await clockOf(db, workspaceId)
    const made = await read(db)
    if ((await clockOf(db, workspaceId)) === before) return join(made)
    return join(await snapshots.run('', name, () => db.transaction(read, { snapshot: true })))
  })
}

interface Turns {
  /** A line for each workspace. */
  lists: SharedTurns
  /** One line for all. */
  snapshots: SharedTurns
}

const turnsByDatabase = new WeakMap<Database, Turns>()

function turnsOf(db: Database): Turns {
  let turns = turnsByDatabase.get(db)
  if (turns === undefined) {
    turns = { lists: new SharedTurns(), snapshots: new SharedTurns() }
    turnsByDatabase.set(db, turns)
  }
  return turns
}

async function clockOf(session: Session, workspaceId: string): Promise<string | undefined> {
  const [row] = await session.query<{ clock: string }>(
    'select clock from workspaces where workspace_id = $1',
    [workspaceId],
  )
  return row?.clock
}
