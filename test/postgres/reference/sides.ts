/** The same queries on two connections: the `pg` driver, which is the reference, and our own. */
import pg from 'pg'
import { readConnectionString } from '../../../src/postgres/connect/connectionString.ts'
import { Connector } from '../../../src/postgres/connect/connector.ts'
import { instantMsAt } from '../../../src/postgres/protocol/instant.ts'
import { nextAt, textAt, type WireRows } from '../../../src/postgres/protocol/rows.ts'
import { lengthBytes } from '../../../src/postgres/protocol/sizes.ts'
import type { WireConnection } from '../../../src/postgres/server/connection.ts'
import type { Value } from '../../../src/store/engine/door.ts'
import { type Run, rowsBy, textsOf } from '../../../src/store/engine/values.ts'
import { copyWithPg } from './copyWithPg.ts'

export type Query =
  /** One query with values. Rows are compared as PostgreSQL's texts and as parsed values. */
  | { kind: 'run'; sql: string; values: readonly Value[] }
  /** A query for one text and one instant, read in binary format on our side. */
  | { kind: 'binary'; sql: string; values: readonly Value[] }
  /** Queries without values. Only the command of the last one is compared. */
  | { kind: 'script'; sql: string }
  | { kind: 'copy'; sql: string; pieces: readonly string[] }

/** Plain data, so that the outcomes of both sides can be compared. */
export type Outcome = { result: unknown } | { error: unknown }

export interface Side {
  readonly name: 'ours' | 'pg'
  readonly processId: number
  /** Queues them on the one connection: ours in its own queue, `pg` one by one, because it discourages its queue. */
  runAll(queries: readonly Query[]): Promise<Outcome[]>
  close(): Promise<void>
}

export async function openOurs(url: string): Promise<Side> {
  const connection = await new Connector(readConnectionString(url)).open('transactions')
  const [row = {}] = await rowsBy(runOn(connection)).query<{ pid?: number }>('select pg_backend_pid() as pid')
  return {
    name: 'ours',
    processId: row.pid ?? 0,
    runAll: queries => Promise.all(queries.map(query => outcomeOf(ourResult(connection, query)))),
    close: () => connection.close(),
  }
}

const runOn =
  (connection: WireConnection): Run =>
  (sql, values, reader, format) =>
    connection.run(sql, textsOf(values), reader, format)

async function ourResult(connection: WireConnection, query: Query): Promise<unknown> {
  if (query.kind === 'script') return (await connection.script(query.sql)).split(' ')[0]
  if (query.kind === 'copy') return await connection.copyIn(query.sql, query.pieces).then(() => 'COPY')
  if (query.kind === 'binary') {
    return await connection.run(query.sql, textsOf(query.values), binaryRows, 'binary')
  }
  let texts: unknown
  const run: Run = (sql, values, reader, format) =>
    runOn(connection)(
      sql,
      values,
      rows => {
        texts = textsIn(rows)
        return reader(rows)
      },
      format,
    )
  const objects = await rowsBy(run).query(query.sql, query.values)
  return { texts, objects }
}

const textsIn = ({ bytes, starts, columns }: WireRows) => ({
  columns: columns.map(({ name, type }) => [name, type]),
  rows: starts.map(start => {
    let at = start
    return columns.map(() => {
      const text = textAt(bytes, at)
      at = nextAt(bytes, at)
      return text
    })
  }),
})

const binaryRows = ({ bytes, starts }: WireRows) =>
  starts.map(start => {
    const instantAt = nextAt(bytes, start)
    return [
      textAt(bytes, start),
      bytes.readInt32BE(instantAt) < 0 ? null : instantMsAt(bytes, instantAt + lengthBytes),
    ]
  })

export async function openPg(url: string): Promise<Side> {
  const { places, user, database } = readConnectionString(url)
  const [place] = places
  const client = new pg.Client({
    host: place?.host ?? '',
    port: place?.port ?? 5432,
    user: user ?? '',
    database: database ?? '',
  })
  // A lost connection is also reported here; its queries are rejected all the same.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  let last: Promise<unknown> = Promise.resolve()
  return {
    name: 'pg',
    processId: rows[0].pid,
    runAll: queries =>
      Promise.all(
        queries.map(query => {
          const outcome = last.then(() => outcomeOf(pgResult(client, query)))
          last = outcome
          return outcome
        }),
      ),
    close: () => client.end(),
  }
}

interface Cell {
  text: string
  value: unknown
}

const dateType = 1082
const instantType = 1184

/** Keeps the text beside the driver's own value; only dates and instants are not JavaScript dates with us. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => (text: string) => ({ text, value: parsed(type, text) }) satisfies Cell,
}

function parsed(type: number, text: string): unknown {
  if (type === dateType) return text
  const value: unknown = pg.types.getTypeParser(type, 'text')(text)
  return type === instantType ? (value as Date).toISOString() : value
}

async function pgResult(client: pg.Client, query: Query): Promise<unknown> {
  if (query.kind === 'copy') return await copyWithPg(client, query.sql, query.pieces)
  if (query.kind === 'script') {
    const results = [await client.query(query.sql)].flat() as pg.QueryResult[]
    return results.at(-1)?.command ?? ''
  }
  const config = { text: query.sql, values: [...query.values], rowMode: 'array' as const, types }
  // Always the extended protocol, as ours: the simple one does not infer the same types.
  const { fields, rows } = await client.query<(Cell | null)[]>({
    ...config,
    queryMode: 'extended',
  } as typeof config)
  if (query.kind === 'binary') {
    return rows.map(([text, instant]) => [
      text?.text ?? null,
      instant ? Date.parse(instant.value as string) : null,
    ])
  }
  return {
    texts: {
      columns: fields.map(({ name, dataTypeID }) => [name, dataTypeID]),
      rows: rows.map(row => row.map(cell => cell?.text ?? null)),
    },
    objects: rows.map(row =>
      Object.fromEntries(row.map((cell, index) => [fields[index]?.name, cell?.value ?? null])),
    ),
  }
}

async function outcomeOf(result: Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await result }
  } catch (error) {
    const { code, constraint, message, severity } = error as pg.DatabaseError
    // Only our queries have names.
    return { error: { code, constraint, message: message.replace(/"florin_\d+"/, '""'), severity } }
  }
}
