/** Fills a migrated store with the data of `shape.ts` by SQL: many times faster than through the service. */
import { createKey } from '../../src/actions/keys.ts'
import { scopes } from '../../src/contract/scopes.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { withoutTimeouts } from '../../src/store/engine/locks.ts'
import {
  accountId,
  accountsOf,
  categoryId,
  clockInstant,
  companiesOf,
  companyId,
  type DataSize,
  daysTotal,
  endInstant,
  firstDay,
  transactionIdSql,
  workspaceId,
  workspaceSql,
} from './shape.ts'
import { categories, counterparties, labels, merchants, slugOf } from './texts.ts'
import { withoutIndexes } from './withoutIndexes.ts'

const rowsPerQuery = 50_000

/**
 * A bulk load needs settings that the service's connections turn off. Queries run one after another, so all
 * of them use the connection with these settings; it is closed afterwards.
 */
const settings =
  "set statement_timeout = 0; set enable_seqscan = on; set enable_sort = on; set maintenance_work_mem = '256MB'"

export interface FilledData {
  size: DataSize
  /** A key for each workspace, by its number. */
  secrets: string[]
}

export async function fill(
  db: Database,
  size: DataSize,
  onProgress: (done: number) => void,
): Promise<FilledData> {
  await db.script(settings)
  const workspaces = Array.from({ length: size.workspaces }, (_, number) => number)
  for (const workspace of workspaces) await insertWorkspace(db, workspace)
  await withoutIndexes(db, 'transactions', async () => {
    for (let first = 1; first <= size.transactions; first += rowsPerQuery) {
      const last = Math.min(size.transactions, first + rowsPerQuery - 1)
      await db.transaction(async connection => {
        // A busy machine may take longer than the service's limits for a query.
        await withoutTimeouts(connection)
        await connection.query(transactionsSql(size), [first, last, counterparties, merchants, labels])
      })
      onProgress(last)
    }
  })
  // Index-only scans need the visibility map that a vacuum writes, and plans need statistics.
  await db.script('vacuum analyze')
  const secrets: string[] = []
  for (const workspace of workspaces) secrets.push(await secretFor(db, workspace))
  return { size, secrets }
}

async function insertWorkspace(db: Database, workspace: number): Promise<void> {
  const id = workspaceId(workspace)
  const instant = `${firstDay}T00:00:00Z`
  await db.query('insert into workspaces (workspace_id, name, clock, created_at) values ($1, $2, $3, $4)', [
    id,
    `Workspace ${workspace}`,
    clockInstant,
    instant,
  ])
  const companies = Array.from({ length: companiesOf(workspace) }, (_, each) => companyId(workspace, each))
  await db.query(
    `insert into companies (workspace_id, id, name, country, verification_status, created_at, updated_at)
     select $1, id, 'Company ' || nth, 'DE', 'Verified', $3, $3 from unnest($2::text[]) with ordinality c(id, nth)`,
    [id, companies, instant],
  )
  const accounts = Array.from({ length: accountsOf(workspace) }, (_, each) => each)
  await db.query(
    `insert into accounts (workspace_id, id, company_id, name, currency, type, provider, enabled, created_at,
       changed_at)
     select $1, id, company_id, 'Geschäftskonto ' || nth, 'EUR', 'depository', 'connected', true, $4, $4
     from unnest($2::text[], $3::text[]) with ordinality a(id, company_id, nth)`,
    [
      id,
      accounts.map(each => accountId(workspace, each)),
      accounts.map(each => companyId(workspace, each % companies.length)),
      instant,
    ],
  )
  await db.query(
    `insert into categories (workspace_id, id, name, slug, is_system, created_at, changed_at)
     select $1, id, name, slug, false, $5, $5 from unnest($2::text[], $3::text[], $4::text[]) c(id, name, slug)`,
    [
      id,
      categories.map((_, each) => categoryId(workspace, each)),
      categories,
      categories.map(slugOf),
      instant,
    ],
  )
}

/** Multiplying by a large odd number scatters the rows evenly; each factor gives another order. */
const chance = (factor: number): string => `((n * ${factor}) % 4294967296) / 4294967296.0::float8`

/** The array's element at a position from 0 to 1. */
const pick = (array: string, place: string): string =>
  `(${array})[1 + floor(cardinality(${array}) * ${place})::int]`

const idSql = (kind: string, name: string): string =>
  `'${kind}_' || upper(substr(md5('${kind}/' || ${name}), 1, 26))`

const transactionsSql = (size: DataSize): string => `
  insert into transactions (workspace_id, id, company_id, account_id, amount, currency, side, status, type,
    description, reference, counterparty_name, counterparty_iban, merchant_name, booking_date, value_date, category_id,
    created_at, updated_at)
  select
    ${idSql('wsp', 'workspace')},
    ${transactionIdSql('n')},
    ${idSql('com', "workspace || '/' || account % companies")},
    ${idSql('acc', "workspace || '/' || account")},
    round(exp(1 + 8 * a)::numeric, 2), 'EUR',
    case when is_card or b < 0.7 then 'debit' else 'credit' end,
    case when not is_dated then 'pending' when c < 0.985 then 'booked' when c < 0.99 then 'rejected'
      when c < 0.995 then 'released' else 'canceled' end,
    case when is_card then 'Card' when b < 0.5 then 'SepaDirect' when b < 0.9 then 'SepaCredit'
      when b < 0.95 then 'FeeDebit' else 'Other' end,
    ${pick('$5::text[]', 'c')} || ' ' || to_char(created, 'DD.MM.YYYY HH24:MI'),
    'RE-' || to_char(created, 'YYYY') || '-' || lpad((n % 1000000)::text, 6, '0'),
    case when not is_card then ${pick('$3::text[]', 'd')} end,
    case when not is_card then 'DE' || lpad((10 + n % 89)::text, 2, '0') || lpad((n * 7919)::text, 18, '3') end,
    case when is_card then ${pick('$4::text[]', 'd')} end,
    case when is_dated then created::date - floor(4 * b)::int end,
    case when is_dated then created::date - floor(4 * b)::int + 1 end,
    case when c < 0.85 then ${idSql('cat', `workspace || '/' || floor(${categories.length} * a * a)::int`)} end,
    created,
    case when d < 0.9 then created else least(created + 20 * a * interval '1 day', '${endInstant}') end
  from generate_series($1::bigint, $2::bigint) n,
  lateral (
    select ${workspaceSql(size, 'n')} as workspace, ${chance(2654435761)} as a, ${chance(2246822519)} as b,
      ${chance(3266489917)} as c, ${chance(668265263)} as d,
      timestamptz '${firstDay}T00:00:00Z' + n * (interval '${daysTotal} days' / ${size.transactions}) as created
  ) as chances,
  lateral (
    select case when workspace = 0 then ${companiesOf(0)} else ${companiesOf(1)} end as companies,
      floor(b * b * case when workspace = 0 then ${accountsOf(0)} else ${accountsOf(1)} end)::int as account,
      d < 0.35 as is_card, c >= 0.02 as is_dated
  ) as facts`

async function secretFor(db: Database, workspace: number): Promise<string> {
  const request = {
    workspaceId: workspaceId(workspace),
    name: 'Bench',
    scopes: [...scopes],
    expiresInDays: null,
  }
  return (await createKey(db, request, { kind: 'command', id: 'bench' }, Date.now())).secret
}
