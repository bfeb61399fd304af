import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/store/engine/door.ts'
import {
  checksumOf,
  type Migration,
  readMigrations,
  SchemaMismatch,
} from '../../../src/store/engine/migrations.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { bareEmbedded } from '../../support/servers/bareEmbedded.ts'
import { describeOnOneServer, freshDatabase, freshStore, type TestStore } from '../../support/stores.ts'

const known = readMigrations()
const newest = known.at(-1)?.number ?? 0

const migration = (number: number, name: string, sql: string): Migration => ({
  number,
  name,
  sql,
  checksum: checksumOf(sql),
})

const tablesOf = async (db: Database): Promise<string[]> => {
  const rows = await db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  )
  return rows.map(({ name }) => name)
}

const recordedIn = (db: Database) => db.query('select number, name, checksum from migrations order by number')

describeOnOneServer('an empty store', name => {
  it('is migrated to the newest schema once', async () => {
    const server = name === 'postgres' ? await freshDatabase('template1') : null
    const db = server?.db ?? (await bareEmbedded())
    try {
      expect(await tablesOf(db)).toEqual([])
      expect(await migrate(db)).toEqual({ applied: known.map(({ name }) => name), version: newest })
      const recorded = known.map(({ number, name, checksum }) => ({ number, name, checksum }))
      expect(await recordedIn(db)).toEqual(recorded)
      const before = await db.query('select number, applied_at from migrations')
      expect(await migrate(db)).toEqual({ applied: [], version: newest })
      expect(await db.query('select number, applied_at from migrations')).toEqual(before)
    } finally {
      await (server?.remove() ?? db.close())
    }
  })
})

describe('two processes that start at the same time (postgres)', () => {
  it('migrate an empty database once, and both can use it', async () => {
    const store = await freshDatabase('template1')
    const other = await openPostgres({ url: store.databaseUrl ?? '' })
    try {
      const results = await Promise.all([migrate(store.db), migrate(other)])
      const applied = results.map(result => result.applied).sort((a, b) => a.length - b.length)
      expect(applied).toEqual([[], known.map(({ name }) => name)])
      expect(results.map(({ version }) => version)).toEqual([newest, newest])
      expect(await recordedIn(other)).toHaveLength(known.length)
    } finally {
      await other.close()
      await store.remove()
    }
  })
})

describeOnOneServer('a migrated store', name => {
  let store: TestStore

  beforeAll(async () => {
    store = await freshStore(name)
  })
  afterAll(async () => {
    await store.remove()
  })

  describe('and its migrations', () => {
    it('keeps nothing of a failed migration, or of those before it in the same run', async () => {
      const good = migration(newest + 1, 'good.sql', 'create table good (id text)')
      const bad = migration(newest + 2, 'bad.sql', 'create table half (id text); create table half (id text)')
      const before = [await tablesOf(store.db), await recordedIn(store.db)]
      await expect(migrate(store.db, [...known, good, bad])).rejects.toThrow('relation "half" already exists')
      expect([await tablesOf(store.db), await recordedIn(store.db)]).toEqual(before)
    })

    it('is rejected if an applied migration was edited, with the name of the migration', async () => {
      const [first, ...rest] = known
      if (!first) throw new Error('there are no migrations')
      const edited = { ...first, sql: `${first.sql}\n`, checksum: checksumOf(`${first.sql}\n`) }
      await expect(migrate(store.db, [edited, ...rest])).rejects.toThrow(
        new SchemaMismatch(
          `The migration ${first.name} has changed since it was applied to this store. Restore the released file.`,
        ),
      )
    })

    it('is rejected if a newer version made it, with the advice to use that version', async () => {
      await store.db.query(
        "insert into migrations (number, name, checksum) values (9999, '9999_future.sql', 'unknown')",
      )
      await expect(migrate(store.db)).rejects.toThrow(
        new SchemaMismatch(
          'The store was made by a newer version of Florin (it has 9999_future.sql). ' +
            'Start that version, or a newer one.',
        ),
      )
      await store.db.query('delete from migrations where number = 9999')
      expect(await migrate(store.db)).toEqual({ applied: [], version: newest })
    })

    it('has migrations numbered from 1 without gaps, in the order of their names', () => {
      const numbers = known.map(({ number }) => number)
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
      for (const { name, sql, checksum } of known) {
        expect(name).toMatch(/^\d{4}_\w+\.sql$/)
        expect(checksum).toBe(checksumOf(sql))
      }
    })
  })

  describe('and its schema', () => {
    interface Column {
      table: string
      column: string
      type: string
      precision: number | null
    }

    const columns = () =>
      store.db.query<Column>(
        `select table_name as table, column_name as column, data_type as type,
           coalesce(datetime_precision, numeric_precision) as precision
         from information_schema.columns where table_schema = 'public' order by 1, 2`,
      )
    const named = (found: readonly Column[]) => found.map(({ table, column }) => `${table}.${column}`)

    it('has workspace_id in every table with workspace data', async () => {
      const all = new Set((await columns()).map(({ table }) => table))
      const withIt = (await columns()).filter(({ column }) => column === 'workspace_id')
      const without = [...all].filter(table => !withIt.some(found => found.table === table))
      // People are not workspace data: one person may belong to several workspaces.
      expect(without).toEqual([
        'known_devices',
        'migrations',
        'rate_buckets',
        'recovery_codes',
        'sessions',
        'users',
      ])
    })

    it('has workspace_id first in every primary key, unique key and index, so that data can be sharded by it', async () => {
      const indexes = await store.db.query<{ table: string; first: string; primary: boolean }>(
        `select t.relname as table, x.indisprimary as primary,
           pg_get_indexdef(x.indexrelid, 1, true) as first
         from pg_index x join pg_class t on t.oid = x.indrelid
         where t.relnamespace = 'public'::regnamespace and exists (
           select from pg_attribute a
           where a.attrelid = t.oid and a.attname = 'workspace_id' and not a.attisdropped
         )`,
      )
      // Lookups that find the workspace cannot start with it: by a key's secret, a link's token, a person.
      // The index of words cannot start with a plain column. Each word in it starts with a hash of the workspace.
      const leading = ['api_key_directory', 'bill_words', 'links', 'memberships', 'transaction_words']
      const others = indexes.filter(({ first }) => first !== 'workspace_id').map(({ table }) => table)
      expect([...new Set(others)].sort()).toEqual(leading)
      const tables = new Set(indexes.map(({ table }) => table))
      expect(indexes.filter(({ primary }) => primary)).toHaveLength(tables.size)
      expect(indexes.length).toBeGreaterThan(25)
    })

    it('has workspace_id first in every foreign key, so that no row references another workspace', async () => {
      const foreignKeys = await store.db.query<{ first: string; refersTo: string }>(
        `select a.attname as first, r.attname as "refersTo" from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
         join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
         where c.contype = 'f' and c.confrelid <> 'users'::regclass`,
      )
      expect(foreignKeys.length).toBeGreaterThan(10)
      for (const key of foreignKeys) expect(key).toEqual({ first: 'workspace_id', refersTo: 'workspace_id' })
    })

    it('stores all instants as timestamptz(3)', async () => {
      const instants = (await columns()).filter(({ type }) => type.startsWith('time'))
      expect(instants.length).toBeGreaterThan(15)
      for (const { type, precision } of instants) {
        expect({ type, precision }).toEqual({ type: 'timestamp with time zone', precision: 3 })
      }
      expect(named(instants)).toEqual(
        named((await columns()).filter(({ column }) => /(_at|^at|clock|_until|_since)$/.test(column))),
      )
    })

    it('stores all amounts as numeric without a precision, and none as floating point', async () => {
      const all = await columns()
      const amounts = all.filter(({ type }) => type === 'numeric')
      expect(named(amounts)).toEqual([
        'account_details.given_available',
        'account_details.given_balance',
        'account_details.ground_available',
        'account_details.ground_balance',
        'accounts.available_balance',
        'accounts.balance',
        'batches.amount',
        'bill_payments.amount',
        'bill_payments.charge',
        'bill_payments.discount',
        'bill_payments.tolerance',
        'bill_words.amount',
        'bills.total_amount',
        'bills.vat_amount',
        'category_rules.amount_max',
        'category_rules.amount_min',
        'settlement_settings.charge_max',
        'settlement_settings.tolerance_amount',
        'settlement_settings.tolerance_percent',
        'sightings.amount',
        'statements.available',
        'statements.closing',
        'statements.difference',
        'statements.opening',
        'transaction_charges.amount',
        'transaction_months.credit',
        'transaction_months.debit',
        'transaction_words.amount',
        'transactions.amount',
      ])
      for (const { precision } of amounts) expect(precision).toBeNull()
      const inBinary = all.filter(({ type }) => ['real', 'double precision', 'money'].includes(type))
      expect([...new Set(inBinary.map(({ table }) => table))]).toEqual(['rate_buckets'])
    })

    it('stores all days as date', async () => {
      const days = (await columns()).filter(({ column }) => /(_date|_day|^day)$/.test(column))
      expect(days.length).toBeGreaterThan(6)
      for (const { type, column } of days) expect(type).toBe(column === 'walk_day' ? 'integer' : 'date')
    })
  })
})
