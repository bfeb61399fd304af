/** While a long transaction is open, the embedded store answers others from the state before it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Connection, Value } from '../../../src/store/engine/door.ts'
import type { EmbeddedDatabase } from '../../../src/store/engine/embedded.ts'
import { bareEmbedded } from '../../support/servers/bareEmbedded.ts'

let db: EmbeddedDatabase

beforeAll(async () => {
  db = await bareEmbedded()
  await db.script('create table kept (id int primary key, name text)')
})
afterAll(async () => await db?.close())
beforeEach(async () => {
  await db.script("truncate kept; insert into kept values (1, 'one'), (2, 'two')")
})

const namesSql = 'select name from kept order by id'
const names = async (connection: Connection) =>
  (await connection.query<{ name: string }>(namesSql)).map(({ name }) => name)

const insert = (connection: Connection, id: number, name: string) =>
  connection.query('insert into kept (id, name) values ($1, $2)', [id, name])

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { open, opened }
}

/** A transaction that has changed something, and stays open until `end` is called. */
async function longTransaction(work: (connection: Connection) => Promise<unknown>) {
  const begun = gate()
  const ending = gate()
  // A read that waits for it, against our promise, must not keep the next tests waiting too.
  onTestFinished(ending.open)
  const over = db.transaction(
    async connection => {
      await work(connection)
      begun.open()
      await ending.opened
    },
    { long: true },
  )
  await Promise.race([begun.opened, over])
  return {
    async end() {
      ending.open()
      await over
    },
  }
}

const changeAll = async (connection: Connection) => {
  await insert(connection, 3, 'three')
  await connection.query("update kept set name = 'ONE' where id = 1")
  await connection.query('delete from kept where id = 2')
}

/** A read that is not answered hangs. Only then does this time pass. */
const timeout = 60_000

describe('while a long transaction is open', { timeout }, () => {
  it('others read the state before it, and after it what it wrote', async () => {
    let seenWithin: string[] = []
    const long = await longTransaction(async connection => {
      await changeAll(connection)
      seenWithin = await names(connection)
    })
    expect(seenWithin).toEqual(['ONE', 'three'])
    for (let time = 0; time < 3; time += 1) expect(await names(db)).toEqual(['one', 'two'])
    await long.end()
    expect(await names(db)).toEqual(['ONE', 'three'])
  })

  it('nothing remains of it if it fails, and the next one works too', async () => {
    const failing = db.transaction(
      async connection => {
        await changeAll(connection)
        expect(await names(db)).toEqual(['one', 'two'])
        await connection.query('select nothing from nowhere')
      },
      { long: true },
    )
    await expect(failing).rejects.toThrow('nowhere')
    expect(await names(db)).toEqual(['one', 'two'])
    const long = await longTransaction(changeAll)
    expect(await names(db)).toEqual(['one', 'two'])
    await long.end()
  })

  it('a read that waited for its turn before the transaction began is answered', async () => {
    const first = gate()
    const ahead = db.transaction(() => first.opened)
    const begun = longTransaction(changeAll)
    const reading = names(db)
    first.open()
    await ahead
    const long = await begun
    expect(await reading).toEqual(['one', 'two'])
    await long.end()
  })

  it('a write waits for its end, and so does a write that begins like a read', async () => {
    const long = await longTransaction(changeAll)
    const order: string[] = []
    const plain = insert(db, 4, 'four').then(() => order.push('written'))
    const hidden = db
      .query("with added as (insert into kept values (5, 'five') returning id) select id from added")
      .then(rows => order.push(`written too: ${JSON.stringify(rows)}`))
    const locking = db.query('select id from kept where id = 1 for update').then(() => order.push('locked'))
    expect(await names(db)).toEqual(['one', 'two'])
    order.push('read')
    await long.end()
    await Promise.all([plain, hidden, locking])
    expect(order[0]).toBe('read')
    expect(order.slice(1).sort()).toEqual(['locked', 'written', 'written too: [{"id":5}]'])
    expect(await names(db)).toEqual(['ONE', 'three', 'four', 'five'])
  })

  it('a read that fails has its own error, and does the transaction no harm', async () => {
    const long = await longTransaction(changeAll)
    const wrong = [
      'select 1 / (id - id) as none from kept',
      'select nothing from nowhere',
      'select from from',
    ]
    const errors = Promise.all(
      wrong.map(sql =>
        db.query(sql).then(
          () => 'no error',
          (error: Error) => error.message,
        ),
      ),
    )
    expect(await names(db)).toEqual(['one', 'two'])
    await long.end()
    const [division, table, syntax] = await errors
    expect(division).toContain('division by zero')
    expect(table).toContain('nowhere')
    expect(syntax).toContain('syntax error')
    expect(await names(db)).toEqual(['ONE', 'three'])
  })

  it('a snapshot sees one state to its end, and the transaction commits after it', async () => {
    const long = await longTransaction(changeAll)
    const between = gate()
    const snapshot = db.transaction(
      async connection => {
        const before = await names(connection)
        await between.opened
        return [before, await names(connection)]
      },
      { snapshot: true },
    )
    const end = long.end()
    between.open()
    expect(await snapshot).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ])
    await end
    expect(await names(db)).toEqual(['ONE', 'three'])
  })

  it('a snapshot that writes waits for its turn, and runs once', async () => {
    const long = await longTransaction(changeAll)
    const writing = db.transaction(
      async connection => {
        await names(connection)
        await insert(connection, 6, 'six')
        return await names(connection)
      },
      { snapshot: true },
    )
    expect(await names(db)).toEqual(['one', 'two'])
    await long.end()
    expect(await writing).toEqual(['ONE', 'three', 'six'])
  })

  it('closing waits for it', async () => {
    const other = await bareEmbedded()
    const ending = gate()
    const order: string[] = []
    const long = other.transaction(() => ending.opened, { long: true }).then(() => order.push('committed'))
    const closing = other.close().then(() => order.push('closed'))
    ending.open()
    await Promise.all([long, closing])
    expect(order).toEqual(['committed', 'closed'])
  })
})

/** Every type that a query of ours takes or returns, with values that are hard to write. */
const cases: [sql: string, values: Value[]][] = [
  [
    'select $1::text as text, $2::text as blank, $3::text as nothing',
    ['a "b" \\c {d,e}\n\'f\' ü€😀', '', null],
  ],
  ['select $1::int as int, $2::bigint as big, $3::smallint as small', [-7, '9007199254740993', 3]],
  ['select $1::numeric as amount, -$1::numeric as minus, 1.50 as scale', ['123456789012345.670']],
  ['select $1::date as day, $2::timestamptz as at', ['2026-02-28', '2026-02-28T23:59:59.999Z']],
  ['select $1::boolean as yes, not $1::boolean as no, null::boolean as unknown', [true]],
  ['select $1::text[] as texts, $2::text[] as none', [['a', 'b"c', 'd\\e', '', 'null', '{}'], []]],
  [
    'select unnest($1::text[]) as text, unnest($2::numeric[]) as amount, unnest($3::date[]) as day',
    [
      ['x', 'y'],
      ['1.10', '2.20'],
      ['2026-01-01', '2026-01-02'],
    ],
  ],
  ['select $1::jsonb as object, $2::json as list', ['{"a": [1, null, "\\"x"]}', '[true]']],
  ['select id as "same", id as "same" from kept where id = any($1::int[]) order by id desc', [[1, 2]]],
  ['with found as (select id from kept where id > $1) select count(*) as count from found', [0]],
  ['select id, name from kept where id = $1 limit $2', [99, 5]],
  ['select name, $1::double precision / 2 as half from kept where name like $2', [3, 't%']],
]

describe('a query from the past', { timeout }, () => {
  it.each(cases)('%s has the same rows', async (sql, values) => {
    const bytes = () =>
      db.read(sql, values, ({ bytes: all, starts, columns }) => ({
        columns,
        // The values of all rows: lengths, then bytes.
        rows: starts.map(start => rowBytes(all, start, columns.length)),
      }))
    const expected = { objects: await db.query(sql, values), bytes: await bytes() }
    const long = await longTransaction(changeAll)
    const found = { objects: await db.query(sql, values), bytes: await bytes() }
    await long.end()
    expect(found).toEqual(expected)
  })
})

function rowBytes(bytes: Buffer, start: number, columns: number): string {
  let end = start
  for (let column = 0; column < columns; column += 1) end += 4 + Math.max(0, bytes.readInt32BE(end))
  return bytes.toString('hex', start, end)
}
