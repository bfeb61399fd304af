/**
 * Rows of the change feed are deleted in one way only, which records the deletion; and rows without an updatedAt never
 * change without a stamp. The sources are searched, because a test of behaviour could not find a query that it does not
 * know of.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { setBalances } from '../../../src/store/accountDetails.ts'
import { accountsTable } from '../../../src/store/accounts.ts'
import { deleteRows } from '../../../src/store/engine/deleteRows.ts'
import { ConstraintViolation } from '../../../src/store/engine/door.ts'
import { insertRows } from '../../../src/store/engine/table.ts'
import { feedTables } from '../../../src/store/feed/feedTables.ts'
import { payeesTable } from '../../../src/store/payees.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { account, smallWorkspace } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

const source = fileURLToPath(new URL('../../../src', import.meta.url))
const names = Object.values(feedTables).map(({ name }) => name)

/** The text of every source file, by its path in `src`. */
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => ({ path, text: readFileSync(join(source, path), 'utf8') }))

/** Every match in every file, as `path: match`, with the text after it. */
const found = (pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(match => ({
      where: `${path}: ${match[0].replace(/\s+/g, ' ')}`,
      path,
      what: match[1] ?? '',
      before: text.slice(0, match.index),
      after: text.slice(match.index),
    })),
  )

/** The SQL from the match to the end of its literal. */
function restOfQuery({ before, after }: { before: string; after: string }): string {
  const isInTemplate = before.split('`').length % 2 === 0
  const sql = after.replace(/\$\{[^}]*\}/g, '…')
  return sql.slice(0, sql.indexOf(isInTemplate ? '`' : "'"))
}

describe('the sources', () => {
  it('are searched as expected', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(found(/\bdelete\s+from\s+(\w+)/gi).length).toBeGreaterThan(20)
    expect(names.sort()).toEqual(['accounts', 'bills', 'categories', 'companies', 'payees', 'transactions'])
  })

  it('name no table of the feed after delete from, truncate or merge into', () => {
    const tables = names.join('|')
    const direct = new RegExp(
      `\\b(?:delete\\s+from|truncate(?:\\s+table)?|merge\\s+into)\\s+(?:only\\s+)?"?(${tables})\\b`,
      'gi',
    )
    expect(found(direct).map(({ where }) => where)).toEqual([])
    expect(found(/\b(?:truncate\s+(?:table\s+)?\$|merge\s+into)/gi).map(({ where }) => where)).toEqual([])
  })

  it('delete from tables that are computed only where these cannot be of the feed', () => {
    const computed = found(/\bdelete\s+from\s+\$\{([^}]*)\}/gi)
    const others = computed.filter(({ path }) => path !== 'store/engine/deleteRows.ts')
    for (const { where, path, what, before } of others) {
      if (path === 'store/backup/writeRows.ts') {
        // Runs on tables that the same transaction has created, before anyone can have a cursor.
        expect(before.slice(-400), where).toContain('Only for tables created in this transaction')
        continue
      }
      // Either a loop over a list of names, or a text that starts with the name.
      const lists = [...before.matchAll(/for \(const (\w+) of \[([^\]]*)\]\)/g)]
      const texts = [...before.matchAll(/const (\w+) = `(\w+)/g)]
      const last = [...lists, ...texts].filter(([, name]) => name === what).at(-1)
      expect(last, `${where}: which tables can this be?`).toBeDefined()
      const possible = last?.[2]?.match(/\w+/g) ?? []
      expect(possible.length, where).toBeGreaterThan(0)
      expect(
        possible.filter(each => names.includes(each)),
        where,
      ).toEqual([])
    }
    expect(others.length).toBeGreaterThan(3)
    expect(computed.length - others.length).toBe(1)
  })

  it('never delete in a later migration, and no foreign key deletes by itself', () => {
    const folder = join(source, 'store/migrations')
    const later = readdirSync(folder).filter(name => name > '0008')
    expect(later.length).toBeGreaterThan(0)
    for (const name of later) {
      const text = readFileSync(join(folder, name), 'utf8')
      const direct = new RegExp(`\\bdelete\\s+from\\s+(${names.join('|')})\\b`, 'i')
      expect(text, name).not.toMatch(direct)
    }
  })

  it('stamp every update of accounts and categories', () => {
    const updates = found(/\bupdate\s+(accounts|categories)\b/gi)
    expect(updates.length).toBeGreaterThan(0)
    for (const each of updates) expect(restOfQuery(each), each.where).toContain('changed_at = default')
    // Tables that are computed: the upsert stamps by itself, and updateRow is used for others.
    const computed = found(/\bupdate\s+\$\{([^}]*)\}/gi).map(({ path }) => path)
    expect(computed).toEqual(['store/engine/table.ts'])
    const uses = found(/\bupdateRow(?:<[^>]*>)?\(\s*\w+,\s*(\w+)/g).map(({ what }) => what)
    expect(uses).toContain('payeesTable')
    expect(uses.filter(each => ['accountsTable', 'categoriesTable'].includes(each))).toEqual([])
  })

  it('stamp every update of the other tables', () => {
    const updates = found(/\bupdate\s+(bills|companies|payees|transactions)\b/gi)
    expect(updates.length).toBeGreaterThan(3)
    for (const each of updates) expect(restOfQuery(each), each.where).toMatch(/\bupdated_at = /)
  })
})

describeOnBothStores('deleteRows', name => {
  let store: TestStore
  const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
  const foreign = smallWorkspace()

  beforeAll(async () => {
    store = await freshStore(name)
    await loadWorkspace(store.db, foreign, { nowMs, actor })
  })
  afterAll(async () => await store?.remove())

  async function loaded() {
    // The same ids as the foreign workspace, so that a query without the workspace would show.
    const file = { ...foreign, workspace: smallWorkspace().workspace }
    await loadWorkspace(store.db, file, { nowMs, actor })
    return file.workspace.id
  }

  const payeeId = foreign.payees[0]?.id ?? ''
  const countOf = async (table: string, workspaceId: string): Promise<number> => {
    const [row] = await store.db.query<{ count: number }>(
      `select count(*)::int as count from ${table} where workspace_id = $1`,
      [workspaceId],
    )
    return row?.count ?? -1
  }

  it('deletes the given rows, records them with the stamp of the write, and says how many there were', async () => {
    const id = await loaded()
    const stamps: string[] = []
    const deleted = await writeWorkspace(store.db, id, nowMs + 1_000, async (connection, stamp) => {
      stamps.push(stamp)
      const result = await deleteRows(connection, payeesTable, id, [payeeId, 'no such payee'])
      return { result, changed: true }
    })
    expect(deleted).toBe(1)
    expect(await countOf('payees', id)).toBe(0)
    expect(
      await store.db.query(
        `select resource, id, company_id as "companyId", account_id as "accountId", at from deletions where workspace_id = $1`,
        [id],
      ),
    ).toEqual([
      { resource: 'payee', id: payeeId, companyId: foreign.companies[0]?.id, accountId: null, at: stamps[0] },
    ])
    expect(await countOf('payees', foreign.workspace.id)).toBe(1)
    expect(await countOf('deletions', foreign.workspace.id)).toBe(0)
  })

  it('outside a write of the workspace fails, and deletes nothing', async () => {
    const id = await loaded()
    await expect(deleteRows(store.db, payeesTable, id, [payeeId])).rejects.toThrow(ConstraintViolation)
    const inTransaction = store.db.transaction(each => deleteRows(each, payeesTable, id, [payeeId]))
    await expect(inTransaction).rejects.toThrow(ConstraintViolation)
    // The stamp of a write does not outlive its transaction.
    await writeWorkspace(store.db, id, nowMs, async () => ({ result: undefined, changed: false }))
    await expect(deleteRows(store.db, payeesTable, id, [payeeId])).rejects.toThrow(ConstraintViolation)
    expect(await countOf('payees', id)).toBe(1)
  })

  it('writes of accounts outside a write of the workspace fail too', async () => {
    const id = await loaded()
    const [owner] = foreign.companies
    const added = insertRows(store.db, accountsTable, id, [account(owner ?? { id: '' })])
    await expect(added).rejects.toThrow(ConstraintViolation)
    const balances = { balance: '1.00', available: null, at: null }
    await expect(setBalances(store.db, id, foreign.accounts[0]?.id ?? '', balances)).rejects.toThrow(
      ConstraintViolation,
    )
    expect(await countOf('accounts', id)).toBe(1)
  })

  it('of a table that is not in the feed is an error', async () => {
    const table = { name: 'sightings', fields: { id: 'text' } } as const
    await expect(deleteRows(store.db, table, 'wsp', ['x'])).rejects.toThrow(
      'sightings is not in the change feed',
    )
  })

  it('no foreign key deletes rows of the feed by itself', async () => {
    const cascading = await store.db.query<{ name: string }>(
      `select conname as name from pg_constraint
       where contype = 'f' and confdeltype <> 'a' and conrelid::regclass::text = any($1)`,
      [names],
    )
    expect(cascading).toEqual([])
  })
})
