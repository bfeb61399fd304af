import { describe, expect, it } from 'vitest'
import { sqlStatements } from '../../../src/store/distributed/sqlStatements.ts'
import { functionsIn, triggerFunctionsOnShards } from '../../../src/store/distributed/triggerFunctions.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { tablesMadeBy } from '../../../src/store/engine/ownTables.ts'
import { shardTemplate } from '../../../src/store/nodes/shardTemplate.ts'
import { coordinatorTables, referenceTables, workspaceTables } from '../../../src/store/nodes/tables.ts'

const migrations = readMigrations()

describe('the lists of a distributed store', () => {
  it('say of every table of the schema where it is kept, once', () => {
    const listed = [...workspaceTables, ...referenceTables, ...coordinatorTables]
    expect(listed.toSorted()).toEqual(tablesMadeBy(migrations).toSorted())
  })

  it('begin with the table that the others are kept next to', () => {
    expect(workspaceTables[0]).toBe('workspaces')
  })
})

describe('the statements of a migration', () => {
  it('end at semicolons that are neither in a text, a name, a function nor a comment', () => {
    const sql = `-- one; two
      insert into a values ('x;''y', ";"); /* ; */ create function f() returns trigger as $$ begin; end $$;;
      select $q$ ; $$ $q$, 1 - -1`
    expect(sqlStatements(sql)).toEqual([
      `insert into a values ('x;''y', ";")`,
      'create function f() returns trigger as $$ begin; end $$',
      'select $q$ ; $$ $q$, 1 - -1',
    ])
  })

  it('are those of the real ones, with nothing lost', () => {
    const creates = migrations
      .flatMap(({ sql }) => sqlStatements(sql))
      .filter(each => /^create (?:unlogged )?table/.test(each))
    expect(creates).toHaveLength(
      workspaceTables.length + referenceTables.length + coordinatorTables.length - 1,
    )
  })

  /** Migrations up to here were released before a store could be distributed. */
  const newestBefore = 13

  it('can run on a distributed store: a constraint of a new column is a statement of its own', () => {
    const later = migrations.filter(({ number }) => number > newestBefore)
    const wrong = later
      .flatMap(({ sql }) => sqlStatements(sql))
      .filter(each =>
        /^alter table\b[\s\S]*\badd column\b[\s\S]*\b(?:check|references|unique|primary key)\b/i.test(each),
      )
    expect(wrong).toEqual([])
  })

  it('can run on a distributed store: only triggers and these functions read tables', () => {
    const readers = [...functionsIn(migrations)]
      .filter(([, text]) => !/\breturns trigger\b/.test(text) && shardTemplate(text).tables.size > 0)
      .map(([name]) => name)
    expect(readers).toEqual([
      'own_transfer_reason',
      'mark_rows',
      'transactions_with_words',
      'bills_with_words',
    ])
  })
})

describe('the trigger functions on shards', () => {
  const functions = functionsIn(migrations)
  const onShards = triggerFunctionsOnShards(functions)
  const nameOf = (text: string) => /function (\w+)\(/.exec(text)?.[1] ?? ''

  it('are those of all triggers of the migrations', () => {
    const called = migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/\bexecute function (\w+)\(/g)].map(([, name]) => name),
    )
    expect(onShards.map(nameOf)).toEqual(expect.arrayContaining([...new Set(called)]))
  })

  it.each(onShards.map(text => [nameOf(text), text]))('%s names no table, only shards', (_, text) => {
    const tables = new RegExp(`\\b(?:from|join|into|update)\\s+(?:${workspaceTables.join('|')})\\b`)
    expect(text).not.toMatch(tables)
  })

  it.each(onShards.map(text => [nameOf(text), text]))('%s runs no query as it is written', (_, text) => {
    // Citus would plan such a query itself, and it cannot read the rows that were written.
    const code = text.replace(/\$query\$[\s\S]*?\$query\$/g, '').replace(/'(?:[^']|'')*'/g, "''")
    expect(code).not.toMatch(/^\s*(?:with|insert|update|delete)\b/m)
    expect([...code.matchAll(/\bexecute\b(?! with_shard_names\(| function\b)/g)]).toEqual([])
  })
})
