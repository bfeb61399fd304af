import { complete, type Given } from '../contract/blank.ts'
import { type Payee, payee as payeeSchema, payeesPerCompanyMax } from '../contract/payees.ts'
import { deleteRows } from './engine/deleteRows.ts'
import { type Connection, ConstraintViolation } from './engine/door.ts'
import { asArrays, insertSource, selectList, type Table, updateRow } from './engine/table.ts'

export const payeesTable: Table<keyof Payee> = {
  name: 'payees',
  resource: 'payee',
  fields: {
    id: 'text',
    companyId: 'text',
    name: 'text',
    iban: 'text',
    defaultReference: 'text',
    lastUsedAt: 'timestamptz(3)',
    createdAt: 'timestamptz(3)',
    updatedAt: 'timestamptz(3)',
  },
}

const select = selectList(payeesTable, 't')

/** The company already has a payee with that IBAN. */
export class DuplicatePayee extends Error {
  override name = 'DuplicatePayee'
  readonly payeeId: string

  constructor(payeeId: string) {
    super(`Payee ${payeeId} of this company has that IBAN already.`)
    this.payeeId = payeeId
  }
}

/** The company has the maximum number of payees. */
export class TooManyPayees extends Error {
  override name = 'TooManyPayees'

  constructor() {
    super(`The company has ${payeesPerCompanyMax} payees, which is the most that one may have.`)
  }
}

export async function findPayee(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Payee | null> {
  const [row] = await connection.query<Payee>(
    `select ${select} from payees t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

export type NewPayee = Given<Omit<Payee, 'createdAt' | 'updatedAt'>>

const completePayee = complete(payeeSchema)

/**
 * The unique key rejects duplicates, so if two requests race with the same IBAN, exactly one is saved. Payees are
 * counted under the workspace's lock, which every writer holds, so racing requests cannot exceed the limit either.
 */
export async function insertPayee(
  connection: Connection,
  workspaceId: string,
  payee: NewPayee,
  stamp: string,
): Promise<Payee> {
  const given = completePayee({ ...payee, createdAt: stamp, updatedAt: stamp })
  const [row] = await connection.query<Payee>(
    `insert into payees as t ${insertSource(payeesTable)}
     where (
       select count(*) from payees c where c.workspace_id = $1 and c.company_id = r."companyId"
     ) < ${payeesPerCompanyMax}
     on conflict (workspace_id, company_id, iban) do nothing
     returning ${select}`,
    [workspaceId, ...asArrays(payeesTable, [given])],
  )
  if (row) return row
  throw await refusalOf(connection, workspaceId, payee.companyId, payee.iban)
}

export type PayeeChange = Omit<Partial<Payee>, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>

/** Sets the given fields. The caller has checked that they differ. */
export async function updatePayee(
  connection: Connection,
  workspaceId: string,
  payee: Payee,
  change: PayeeChange,
  stamp: string,
): Promise<Payee> {
  // Looked up before the update, because a failed query would end the transaction. The workspace's lock, which every
  // writer holds, keeps the result true until the commit.
  if (change.iban !== undefined && change.iban !== payee.iban) {
    const holder = await payeeIdWithIban(connection, workspaceId, payee.companyId, change.iban)
    if (holder !== null) throw new DuplicatePayee(holder)
  }
  const row = await updateRow<Payee>(connection, payeesTable, workspaceId, payee.id, {
    ...change,
    updatedAt: stamp,
  })
  if (!row) throw new ConstraintViolation('payees_pkey', 'a locked payee is gone')
  return row
}

export async function deletePayee(connection: Connection, workspaceId: string, id: string): Promise<boolean> {
  return (await deleteRows(connection, payeesTable, workspaceId, [id])) > 0
}

async function refusalOf(connection: Connection, workspaceId: string, companyId: string, iban: string) {
  const holder = await payeeIdWithIban(connection, workspaceId, companyId, iban)
  return holder === null ? new TooManyPayees() : new DuplicatePayee(holder)
}

async function payeeIdWithIban(connection: Connection, workspaceId: string, companyId: string, iban: string) {
  const [row] = await connection.query<{ id: string }>(
    'select id from payees where workspace_id = $1 and company_id = $2 and iban = $3',
    [workspaceId, companyId, iban],
  )
  return row?.id ?? null
}
