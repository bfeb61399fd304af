import type { Account } from '../contract/accounts.ts'
import { Conditions } from './engine/conditions.ts'
import type { Connection } from './engine/door.ts'
import { insertRows, selectList, type Table } from './engine/table.ts'

export const accountsTable: Table<keyof Account> = {
  name: 'accounts',
  resource: 'account',
  fields: {
    id: 'text',
    companyId: 'text',
    name: 'text',
    nickname: 'text',
    iban: 'text',
    bic: 'text',
    currency: 'text',
    balance: 'numeric',
    availableBalance: 'numeric',
    balanceUpdatedAt: 'timestamptz(3)',
    type: 'text',
    provider: 'text',
    institutionName: 'text',
    enabled: 'boolean',
    createdAt: 'timestamptz(3)',
  },
}

export async function listAccounts(
  connection: Connection,
  workspaceId: string,
  filter: { companyId?: string | undefined },
): Promise<Account[]> {
  const conditions = new Conditions(workspaceId)
  if (filter.companyId !== undefined) conditions.add('t.company_id = ?', filter.companyId)
  return await connection.query<Account>(
    `select ${selectList(accountsTable, 't')} from accounts t
     where ${conditions.text} order by t.display_name nulls last, t.id`,
    conditions.values,
  )
}

export async function findAccount(
  connection: Connection,
  workspaceId: string,
  id: string,
): Promise<Account | null> {
  const [row] = await connection.query<Account>(
    `select ${selectList(accountsTable, 't')} from accounts t where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, id],
  )
  return row ?? null
}

export async function insertAccount(
  connection: Connection,
  workspaceId: string,
  row: Account,
): Promise<void> {
  await insertRows(connection, accountsTable, workspaceId, [row])
}

export type AccountChange = Pick<Account, 'nickname' | 'iban' | 'bic' | 'institutionName' | 'enabled'>

/** The caller has checked that something differs. */
export async function updateAccount(
  connection: Connection,
  workspaceId: string,
  id: string,
  { nickname, iban, bic, institutionName, enabled }: AccountChange,
): Promise<void> {
  await connection.query(
    `update accounts set nickname = $3, iban = $4, bic = $5, institution_name = $6, enabled = $7, changed_at = default
     where workspace_id = $1 and id = $2`,
    [workspaceId, id, nickname, iban, bic, institutionName, enabled],
  )
}

export async function countAccounts(connection: Connection, workspaceId: string): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    'select count(*)::int as count from accounts where workspace_id = $1',
    [workspaceId],
  )
  return row?.count ?? 0
}

/** The id of the account with this IBAN, in whatever spelling; null if there is none. */
export async function accountWithIban(
  connection: Connection,
  workspaceId: string,
  iban: string,
  currency: string,
): Promise<string | null> {
  const [row] = await connection.query<{ id: string }>(
    `select id from accounts where workspace_id = $1 and iban is not null and iban_key(iban) = iban_key($2)
       and currency = $3 order by id limit 1`,
    [workspaceId, iban, currency],
  )
  return row?.id ?? null
}
