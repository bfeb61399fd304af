/** Random queries over every type that the store reads, with rows, errors, notices, transactions and COPY. */
import fc from 'fast-check'
import type { Value } from '../../../src/store/engine/door.ts'
import { anyDate, anyInstant, anyMoney, anyText } from '../../support/anyValues.ts'
import { anyCodePoint } from '../../support/texts/anyCodePoint.ts'
import type { Query } from './sides.ts'

/** Run once on each side. Temporary, so that both sides have the same names. */
export const schema = `
  create temporary table things (
    id integer constraint things_key primary key,
    parent integer constraint things_parent references things deferrable initially deferred,
    amount numeric constraint things_amount check (amount >= 0),
    note text not null
  );
  create function pg_temp.fail(text, text) returns text language plpgsql as
    'begin raise exception using message = $1, errcode = $2; end';
  create function pg_temp.notify(text, integer) returns setof integer language plpgsql as
    'begin for n in 1..$2 loop raise notice ''%'', $1; raise warning ''%'', n; return next n; end loop; end'`

/** Ends whatever a run left behind. */
export const reset: Query = { kind: 'script', sql: 'rollback; truncate things; unlisten *' }

const run = (sql: string, ...values: Value[]): Query => ({ kind: 'run', sql, values })
const script = (sql: string): Query => ({ kind: 'script', sql })

const awkwardText = fc.oneof(
  anyText,
  fc.constantFrom('', 'NULL', 'null', '\\N', '\\', '"', "'", '{}', '{,}', ' ', '\n', '\r\n', '😀', 'a\u0301'),
  fc
    .tuple(fc.constantFrom('é', '漢', '😀', '"', '\\'), fc.nat(3_000))
    .map(([part, times]) => part.repeat(times)),
)

/** PostgreSQL accepts no zero character, not even an escaped one. */
const anyJson = fc
  .jsonValue({ stringUnit: anyCodePoint })
  .map(value => JSON.stringify(value).replaceAll('\\u0000', ''))

/** Every type in `store/engine/values.ts`, except void, which is no parameter. */
const valuesByType: Record<string, fc.Arbitrary<Value>> = {
  boolean: fc.boolean(),
  name: fc.constantFrom('', 'things', 'é', '"'),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  smallint: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  integer: fc.oneof(fc.integer(), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1)),
  text: awkwardText,
  json: anyJson,
  'double precision': fc.double().map(number => (number === 0 ? 0 : number)),
  'text[]': fc.array(fc.option(awkwardText), { maxLength: 6 }) as fc.Arbitrary<Value>,
  varchar: awkwardText,
  date: anyDate,
  timestamptz: anyInstant,
  numeric: anyMoney,
  jsonb: anyJson,
}

const columnName = fc.constantFrom('a', 'b', 'é😀', 'with "quotes"', ' ', 'A', 'constructor')
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const typedColumn = fc.constantFrom(...Object.keys(valuesByType)).chain(type =>
  fc.record({
    type: fc.constant(type),
    name: columnName,
    value: fc.option(valuesByType[type] as fc.Arbitrary<Value>, { freq: 5 }),
  }),
)

/** Sometimes without any column, sometimes with the same name twice. */
const typedRow = fc.array(typedColumn, { maxLength: 8 }).map(columns => {
  const select = columns.map(({ type, name }, index) => `$${index + 1}::${type} as ${quoted(name)}`)
  return run(`select ${select.join(', ')}`, ...columns.map(({ value }) => value))
})

const manyRows = fc
  .record({
    count: fc.oneof(fc.constantFrom(0, 1), fc.nat(2_000)),
    text: awkwardText,
    every: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ count, text, every }) =>
    run(
      `select n, case when n % $2::integer > 0 then left($3::text, n % 50) end as text, now() is null as never
       from generate_series(1, $1::integer) as n`,
      count,
      every,
      text,
    ),
  )

const binaryRow = fc
  .record({ text: fc.option(awkwardText), instant: fc.option(anyInstant), count: fc.nat(20) })
  .map(
    ({ text, instant, count }): Query => ({
      kind: 'binary',
      sql: 'select $1::text || n, $2::timestamptz from generate_series(1, $3::integer) as n',
      values: [text, instant, count],
    }),
  )

const arrayValue = fc
  .array(fc.nat(9), { maxLength: 5 })
  .map(numbers =>
    run('select n from generate_series(1, 9) as n where n = any($1::integer[]) order by n', numbers),
  )

const thing = fc.record({
  id: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 9 }),
  parent: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 1 }),
  amount: fc.option(fc.integer({ min: -2, max: 9 }).map(String)),
  note: fc.option(awkwardText, { freq: 9 }),
})

/** Few ids, so that constraints are violated often. */
const write = fc.oneof(
  thing.map(({ id, parent, amount, note }) =>
    run(
      'insert into things values ($1, $2, $3, $4) returning *, id is null as never',
      id,
      parent,
      amount,
      note,
    ),
  ),
  thing.map(({ id, amount }) => run('update things set amount = $2 where id <> $1', id, amount)),
  thing.map(({ id }) => run('delete from things where id = $1 returning note', id)),
)
const readAll = run('select id, parent, amount, note from things order by id')

const failure = fc.oneof(
  fc
    .tuple(awkwardText, fc.constantFrom('P0001', '23505', 'FLRN1', '40001', '57014'))
    .map(([text, code]) => run('select pg_temp.fail($1, $2)', text, code)),
  fc.constantFrom(
    run('select'),
    run(''),
    run('selekt 1'),
    run('select * from nothing'),
    run('select nothing from things'),
    run('select nothing($1)', 'a'),
    run('select 1 / $1::integer', 0),
    run('select $1::integer', 'one'),
    run('select $1::text', 'a\0b'),
    run('select $1::date', '2026-02-30'),
    run('select $1::jsonb', '{'),
    run('select $1::text[]', '{"'),
    run('select 1 from pg_sleep(0) where $1 = $2', 1, 'a'),
    run('select 1 / (3 - n) from generate_series(1, 5) as n'),
    script('select 1; select 1 / 0; select 2'),
    script('selekt 1'),
  ),
)

const notice = fc.oneof(
  fc.tuple(awkwardText, fc.nat(30)).map(([text, count]) => run('select pg_temp.notify($1, $2)', text, count)),
  fc.constantFrom(
    script("listen news; notify news, 'early'"),
    run("select pg_notify('news', $1)", 'late'),
    script("set application_name = 'first'; set application_name = 'second'"),
    script('drop table if exists nothing'),
  ),
)

const transaction = fc.constantFrom(
  ...[
    'begin',
    'commit',
    'rollback',
    'savepoint s',
    'rollback to s',
    'set constraints all immediate',
    '',
    ';',
  ].map(script),
  script('begin; savepoint s; select 1; select 2'),
  script("set local statement_timeout = '20ms'; select pg_sleep(5)"),
)

const copyField = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 9 }).map(String) },
  { weight: 1, arbitrary: fc.constantFrom('', '\\N', 'one') },
)
const copyText = fc.oneof(
  { weight: 8, arbitrary: awkwardText.map(text => text.replace(/[\\\n\r\t]/g, '\\$&')) },
  { weight: 1, arbitrary: fc.constantFrom('\\N', 'a\tb', '\\x', '\\.') },
)
const copy = fc
  .record({
    lines: fc.array(fc.tuple(copyField, copyText), { maxLength: 12 }),
    cuts: fc.array(fc.nat(5_000), { maxLength: 6 }),
    sql: fc.constantFrom(
      ...Array<string>(9).fill('copy things (id, note) from stdin'),
      'copy nothing from stdin',
    ),
  })
  .map(({ lines, cuts, sql }): Query => {
    const text = lines.map(fields => `${fields.join('\t')}\n`).join('')
    return { kind: 'copy', sql, pieces: piecesOf(text, cuts) }
  })

/** By code points: each piece is encoded by itself. */
function piecesOf(text: string, cuts: readonly number[]): string[] {
  const characters = [...text]
  const places = [
    0,
    ...cuts.map(cut => cut % (characters.length + 1)).sort((a, b) => a - b),
    characters.length,
  ]
  return places.slice(1).map((place, index) => characters.slice(places[index], place).join(''))
}

export const anyQuery: fc.Arbitrary<Query> = fc.oneof(
  { weight: 6, arbitrary: typedRow },
  { weight: 2, arbitrary: manyRows },
  { weight: 2, arbitrary: binaryRow },
  { weight: 1, arbitrary: arrayValue },
  { weight: 6, arbitrary: write },
  { weight: 2, arbitrary: fc.constant(readAll) },
  { weight: 4, arbitrary: failure },
  { weight: 2, arbitrary: notice },
  { weight: 4, arbitrary: transaction },
  { weight: 2, arbitrary: copy },
)
