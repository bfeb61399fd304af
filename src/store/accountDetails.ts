/** Account data from imported files that the API does not show, and lookups of the account that a file is about. */
import type { Account } from '../contract/accounts.ts'
import type { CsvMapping } from '../contract/console/csvMapping.ts'
import { accountsTable } from './accounts.ts'
import type { Connection } from './engine/door.ts'
import { insertRows, selectList } from './engine/table.ts'

export interface KnownAccount extends Account {
  otherId: string | null
  bankCode: string | null
  /** The import that created it; null if no import did. */
  importId: string | null
}

const known = `${selectList(accountsTable, 't')}, d.other_id as "otherId", d.bank_code as "bankCode",
  d.import_id as "importId"`
const withDetails =
  'accounts t left join account_details d on d.workspace_id = t.workspace_id and d.account_id = t.id'

/** All accounts, with the account numbers that files use. A workspace has few. */
export async function knownAccounts(connection: Connection, workspaceId: string): Promise<KnownAccount[]> {
  return await connection.query<KnownAccount>(
    `select ${known} from ${withDetails} where t.workspace_id = $1 order by t.id`,
    [workspaceId],
  )
}

/** Creates an account found in a file. */
export async function insertAccount(
  connection: Connection,
  workspaceId: string,
  { otherId, bankCode, importId, ...account }: KnownAccount,
): Promise<void> {
  await insertRows(connection, accountsTable, workspaceId, [account])
  await connection.query(
    `insert into account_details (workspace_id, account_id, other_id, bank_code, import_id)
     values ($1, $2, $3, $4, $5)`,
    [workspaceId, account.id, otherId, bankCode, importId],
  )
}

/** Stores the account number that a file uses, unless one is already known. */
export async function noteNumber(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  { otherId, bankCode, importId }: { otherId: string; bankCode: string | null; importId: string },
): Promise<void> {
  await connection.query(
    `insert into account_details as d (workspace_id, account_id, other_id, bank_code, number_import_id)
     values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, account_id) do update set other_id = excluded.other_id,
       bank_code = excluded.bank_code, number_import_id = excluded.number_import_id
     where d.other_id is null`,
    [workspaceId, accountId, otherId, bankCode, importId],
  )
}

export interface KeptMapping {
  accountId: string
  mapping: CsvMapping
}

export async function keptMappings(connection: Connection, workspaceId: string): Promise<KeptMapping[]> {
  return await connection.query<KeptMapping>(
    `select d.account_id as "accountId", d.csv_mapping as mapping from account_details d
     where d.workspace_id = $1 and d.csv_mapping is not null order by d.account_id`,
    [workspaceId],
  )
}

export async function keepMapping(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  mapping: CsvMapping,
): Promise<void> {
  await connection.query(
    `insert into account_details (workspace_id, account_id, csv_mapping) values ($1, $2, $3::jsonb)
     on conflict (workspace_id, account_id) do update set csv_mapping = excluded.csv_mapping`,
    [workspaceId, accountId, JSON.stringify(mapping)],
  )
}

/**
 * Removes account numbers that came from an import that is being undone: they may be on the wrong account. Numbers stay
 * if the account has statements of other imports, which may have found it by that number.
 */
export async function forgetNumbersOf(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<void> {
  await connection.query(
    `update account_details d set other_id = null, bank_code = null, number_import_id = null
     where d.workspace_id = $1 and d.number_import_id = $2 and not exists (
       select from statements m
       where m.workspace_id = d.workspace_id and m.account_id = d.account_id and m.import_id is not null
     )`,
    [workspaceId, importId],
  )
}

export interface Balances {
  balance: string | null
  available: string | null
  at: string | null
}

/** The account's current balances, the last ones set by statements, and those from before any statement. */
export async function balancesOf(
  connection: Connection,
  workspaceId: string,
  accountId: string,
): Promise<{ present: Balances; given: Balances; ground: Balances }> {
  const [row] = await connection.query<Record<string, string | null>>(
    `select t.balance, t.available_balance as available, t.balance_updated_at as at,
       d.given_balance, d.given_available, d.given_at, d.ground_balance, d.ground_available, d.ground_at
     from ${withDetails} where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, accountId],
  )
  const of = (prefix: string): Balances => ({
    balance: row?.[`${prefix}balance`] ?? null,
    available: row?.[`${prefix}available`] ?? null,
    at: row?.[`${prefix}at`] ?? null,
  })
  return { present: of(''), given: of('given_'), ground: of('ground_') }
}

export async function setBalances(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  given: Balances,
): Promise<void> {
  await connection.query(
    `update accounts set balance = $3, available_balance = $4, balance_updated_at = $5, changed_at = default
     where workspace_id = $1 and id = $2`,
    [workspaceId, accountId, given.balance, given.available, given.at],
  )
}

/** The balances that statements set, and those from before. The API does not show them. */
export async function noteBalances(
  connection: Connection,
  workspaceId: string,
  accountId: string,
  given: Balances,
  ground: Balances,
): Promise<void> {
  await connection.query(
    `insert into account_details as d (workspace_id, account_id, given_balance, given_available, given_at,
       ground_balance, ground_available, ground_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (workspace_id, account_id) do update set
       given_balance = excluded.given_balance, given_available = excluded.given_available,
       given_at = excluded.given_at, ground_balance = excluded.ground_balance,
       ground_available = excluded.ground_available, ground_at = excluded.ground_at`,
    [
      workspaceId,
      accountId,
      given.balance,
      given.available,
      given.at,
      ground.balance,
      ground.available,
      ground.at,
    ],
  )
}
