/** Checks that a database that responds can also serve: it accepts writes and has the schema of this version. */
import { type Connection, StoreUnavailable } from './door.ts'
import { readMigrations } from './migrations.ts'
import { tablesMadeBy } from './ownTables.ts'

/** The database responds, but Florin cannot use it. Requests may succeed once an operator has fixed that. */
export class StoreUnfit extends StoreUnavailable {
  override name = 'StoreUnfit'
  /** This server accepts no writes; another one may. */
  readonly isReadOnly: boolean

  constructor(
    message: string,
    { isReadOnly = false, cause }: { isReadOnly?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isReadOnly = isReadOnly
  }
}

export const readOnlyCode = '25006'
const undefinedTable = '42P01'

/**
 * Codes of a query that does not match the schema: no such table, column, function, type or schema. Either the schema is
 * gone or the query is wrong; only a look at the schema tells which.
 */
export const schemaCodes: ReadonlySet<string> = new Set([undefinedTable, '42703', '42883', '42704', '3F000'])

interface Needs {
  newest: number
  tables: readonly string[]
}

let needed: Needs | null = null

/** Reads the migrations once. */
function needs(): Needs {
  if (needed !== null) return needed
  const migrations = readMigrations()
  needed = { newest: migrations.at(-1)?.number ?? 0, tables: tablesMadeBy(migrations) }
  return needed
}

interface Found {
  readOnly: boolean
  newest: number | null
  missing: string[]
}

/** Throws the reason if the store cannot serve. */
export async function requireFit(connection: Pick<Connection, 'query'>): Promise<void> {
  const { newest, tables } = needs()
  const [found] = await connection
    .query<Found>(
      `select current_setting('transaction_read_only') = 'on' as "readOnly",
              (select max(number) from migrations) as newest,
              array(select name from unnest($1::text[]) as name where to_regclass(name) is null) as missing`,
      [tables],
    )
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === undefinedTable ? withoutTables(tables, error) : error
    })
  if (found === undefined) throw new Error('The schema check returned no row.')
  if (found.readOnly) throw readOnly()
  if (found.missing.length > 0) throw withoutTables(found.missing)
  if ((found.newest ?? 0) < newest) {
    throw new StoreUnfit(`The database has migration ${found.newest ?? 0}, but this version needs ${newest}.`)
  }
}

export const readOnly = (cause?: unknown): StoreUnfit =>
  new StoreUnfit('The database is read-only, like a standby after a failover.', { isReadOnly: true, cause })

const namesMax = 5

function withoutTables(missing: readonly string[], cause?: unknown): StoreUnfit {
  const names = missing.slice(0, namesMax).join(', ')
  const rest = missing.length > namesMax ? ` and ${missing.length - namesMax} more` : ''
  return new StoreUnfit(
    `The database has no table ${names}${rest}. Either they were dropped, or search_path names another schema.`,
    { cause },
  )
}
