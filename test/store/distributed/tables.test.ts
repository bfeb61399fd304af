import { describe, expect, it } from 'vitest'
import { functionsIn, triggerFunctionsOnShards } from '../../../src/store/distributed/triggerFunctions.ts'
import { readMigrations } from '../../../src/store/engine/migrate.ts'
import { tablesMadeBy } from '../../../src/store/engine/ownTables.ts'
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
