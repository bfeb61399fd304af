import { describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { smallWorkspace } from '../builders.ts'
import { emptyEmbedded } from './emptied.ts'

const actor = { kind: 'command', id: 'test' } as const

/** Statements stay prepared for the life of an engine, so this one identifies a reused one. */
async function mark(db: Database, word = 'used'): Promise<void> {
  await db.query(`select '${word}' as mark`)
}

async function isUsedAgain(db: Database, word = 'used'): Promise<boolean> {
  const rows = await db.query(
    `select 1 from pg_prepared_statements where statement = 'select ''${word}'' as mark'`,
  )
  return rows.length === 1
}

/** Tables that have rows, except migrations. */
async function tablesWithRows(db: Database): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    if (name !== 'migrations' && (await db.query(`select 1 from ${name} limit 1`)).length > 0)
      found.push(name)
  }
  return found
}

describe('a reused embedded store', () => {
  it('has no rows, whatever its last user wrote', async () => {
    // Stores that other tests of this process have used may be near their limits, so a new one is needed.
    const taken = [await emptyEmbedded(), await emptyEmbedded()]
    const first = await emptyEmbedded()
    await mark(first, 'emptied')
    await loadWorkspace(first, smallWorkspace(), { nowMs: 0, actor })
    expect(await tablesWithRows(first)).toContain('transactions')
    await first.close()
    const second = await emptyEmbedded()
    expect(await isUsedAgain(second, 'emptied')).toBe(true)
    expect(await tablesWithRows(second)).toEqual([])
    for (const store of [second, ...taken]) await store.close()
  })

  it('has no statistics of the tables that its last user filled', async () => {
    const first = await emptyEmbedded()
    await mark(first, 'analysed')
    await loadWorkspace(first, smallWorkspace(), { nowMs: 0, actor })
    await first.script('analyze transactions, companies')
    await first.close()
    const second = await emptyEmbedded()
    expect(await isUsedAgain(second, 'analysed')).toBe(true)
    expect(await second.query('select from pg_statistic where starelid >= 16384')).toEqual([])
    const counted = `select relname from pg_stat_user_tables where n_mod_since_analyze > 0 or n_live_tup > 0`
    expect(await second.query(counted)).toEqual([])
    const known = `select relname as name from pg_class where relname = 'transactions' and reltuples >= 0`
    expect(await second.query(known)).toEqual([])
    await second.close()
  })

  it('has no part of a transaction that its last user left open', async () => {
    const first = await emptyEmbedded()
    await first.script('begin')
    await loadWorkspace(first, smallWorkspace(), { nowMs: 0, actor }).catch(() => undefined)
    await first.close()
    const second = await emptyEmbedded()
    await second.script('rollback')
    expect(await tablesWithRows(second)).toEqual([])
    await second.close()
  })

  it('is closed to its last user', async () => {
    const store = await emptyEmbedded()
    await store.close()
    await expect(store.query('select 1')).rejects.toThrow(StoreUnavailable)
    await expect(store.transaction(async () => undefined)).rejects.toThrow(StoreUnavailable)
  })

  it.each([
    ['a table', 'create table left_behind (id int)'],
    ['an index', 'drop index transactions_walk'],
    ['a trigger', 'alter table transactions disable trigger note_inserted'],
    ['a setting', `set timezone = 'Asia/Tokyo'`],
    ['a migration', 'delete from migrations where number = 1'],
  ])('is a new one if its last user changed %s', async (_, sql) => {
    const first = await emptyEmbedded()
    await mark(first)
    await first.script(sql)
    await first.close()
    const second = await emptyEmbedded()
    expect(await isUsedAgain(second)).toBe(false)
    await second.close()
  })
})
