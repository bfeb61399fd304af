import { describe, expect, it } from 'vitest'
import { routeOf } from '../../../src/store/nodes/route.ts'
import { shardTemplate } from '../../../src/store/nodes/shardTemplate.ts'

describe('a query on shards', () => {
  it.each([
    ['select id from bills where x', 'select id from {{bills}} as bills where x'],
    ['select t.id from bills t where x', 'select t.id from {{bills}} t where x'],
    ['select t.id from bills as t', 'select t.id from {{bills}} as t'],
    ['update bills set x = 1', 'update {{bills}} as bills set x = 1'],
    ['delete from bills b using gone', 'delete from {{bills}} b using gone'],
    ['insert into bills (id) values (1)', 'insert into {{bills}} as bills (id) values (1)'],
    ['insert into bills as b (id) select 1', 'insert into {{bills}} as b (id) select 1'],
    ['select from gone join bills b on x', 'select from gone join {{bills}} b on x'],
    ['(select count(*) from bills)', '(select count(*) from {{bills}} as bills)'],
    [
      'select 1 from bills b left join users on y',
      'select 1 from {{bills}} b left join {{users}} as users on y',
    ],
  ])('%s', (sql, expected) => {
    expect(shardTemplate(sql).text).toBe(expected)
  })

  it('leaves texts and columns that have the name of a table', () => {
    const sql = "select bills, t.statements from gone t where list = 'transactions' for update of t"
    expect(shardTemplate(sql)).toEqual({ text: sql, tables: new Set() })
  })

  it('finds words in the shard of their table', () => {
    const { text, tables } = shardTemplate('select id from bills_with_words($1, $2, 5) as w (id)')
    expect(text).toBe("select id from words_on_shard('{{bill_words}}', $1, $2, 5) as w (id)")
    expect([...tables]).toEqual(['bill_words'])
  })

  it('may not give a part of itself the name of a table', () => {
    expect(() => shardTemplate('with bills as (select 1) select * from bills')).toThrow(
      'name of the table bills',
    )
  })

  it('may not name a constraint, which has another name on each shard', () => {
    expect(() =>
      shardTemplate('insert into bills values (1) on conflict on constraint x do nothing'),
    ).toThrow('Name its columns')
  })
})

describe('the node of a query', () => {
  it.each([
    ['select 1 from bills where id = $1 and workspace_id = $2', 1],
    ['select t.id from bills t where t.workspace_id = $1', 0],
    ['insert into bills (workspace_id, id) values ($1, $2)', 0],
    ['insert into bills as b (workspace_id, id)\n select $3, r.id from unnest($1) r', 2],
    ['select id from transactions_with_words($1, $2::tsquery, 5) as w (id)', 0],
    ['with gone as (delete from bills where workspace_id = $1 returning *) select count(*) from gone', 0],
  ])('is that of the workspace in %s', (sql, at) => {
    expect(routeOf(sql)).toMatchObject({ workspaceAt: at })
  })

  it.each([
    'select clock from workspaces where workspace_id = any($1)',
    'delete from uploads where created_at <= $1',
    'select id from links where workspace_id = $1',
    'delete from links where workspace_id = $1',
    'insert into sessions (token_hash) select $1 from memberships where workspace_id = $2',
    'select 1 from rate_buckets, bills where workspace_id = $1',
    "select set_config('florin.stamp', $1, true)",
    'fetch 500 from backup_rows',
  ])('is left to Citus in %s', sql => {
    expect(routeOf(sql)).toBeNull()
  })

  it('keeps a row without columns, which a function cannot return', () => {
    expect(routeOf('select from bills where workspace_id = $1')).toMatchObject({
      template: 'select 1 as one from {{bills}} as bills where workspace_id = $1',
      described: 'select 1 as one from bills where workspace_id = $1',
    })
  })
})
