/**
 * The list of payees, which has no pages on the wire. It is read in pieces all the same: a company may have thousands of
 * payees, and making rows of all of them at once would hold every other request for as long as that takes.
 */
import type { Payee } from '../contract/payees.ts'
import { Conditions } from './conditions.ts'
import type { Database, Session } from './door.ts'
import { payeesTable } from './payees.ts'
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

/**
 * Every piece as `make` makes it, and all of them as they were at one moment. The pieces are several statements, so a
 * write may come in between. Then the workspace's clock has moved on from `version`, and they are read again from a
 * snapshot. That is not done at once, because on the embedded store a transaction keeps everybody else waiting.
 */
export async function readPayees<Made>(
  db: Database,
  workspaceId: string,
  filter: PayeeFilter,
  { version, make }: { version: string; make: (piece: Payee[]) => Made },
): Promise<Made[]> {
  const read = async (session: Session) => {
    const made: Made[] = []
    for await (const piece of payeePieces(session, workspaceId, filter)) made.push(make(piece))
    return made
  }
  const made = await read(db)
  if (made.length === 1 || (await clockOf(db, workspaceId)) === version) return made
  return await db.transaction(read, { snapshot: true })
}

async function clockOf(session: Session, workspaceId: string): Promise<string | undefined> {
  const [row] = await session.query<{ clock: string }>(
    'select clock from workspaces where workspace_id = $1',
    [workspaceId],
  )
  return row?.clock
}
