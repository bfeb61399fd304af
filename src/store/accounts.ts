import type { Account } from '../contract/accounts.ts'
import { Conditions } from './engine/conditions.ts'
import type { Connection } from './engine/door.ts'
import { selectList, type Table } from './engine/table.ts'

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
