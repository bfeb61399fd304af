/**
 * The queries of a request, as the service really sends them: requests go to a service whose connections log
 * their queries, and the server's log is read. So pgbench never runs other SQL than the service.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '../../test/support/servers/postgresServer.ts'
import { dayOf, daysTotal, transactionId, transactionIdSql } from '../dataset/shape.ts'
import { startFlorin } from '../support/child.ts'

interface LoggedQuery {
  sql: string
  /** As literals. */
  values: string[]
}

/** A parameter that is drawn at random for each run of a script. */
interface Drawn {
  /** The values that represent it in the logged query. */
  seen: string[]
  sql: string
}

export interface PgbenchScripts {
  page: string
  single: string
}

const logDelayMs = 300
const pageSpanDays = 60
const dayMs = 24 * 60 * 60 * 1000

/** A pgbench script for each of two requests: their queries, with other days and ids on each run. */
export async function pgbenchScripts(
  server: PostgresServer,
  database: string,
  folder: string,
  secret: string,
  rows: { count: number; rowOf(nth: number): number },
): Promise<PgbenchScripts> {
  const url = new URL(server.url(database))
  url.searchParams.set('options', '-c log_statement=all')
  const service = await startFlorin(folder, { DATABASE_URL: url.href })
  const queriesOf = async (path: string) => {
    const from = statSync(join(server.folder, 'server.log')).size
    const reply = await fetch(service.url + path, { headers: { Authorization: `Bearer ${secret}` } })
    await reply.arrayBuffer()
    await sleep(logDelayMs)
    const log = readFileSync(join(server.folder, 'server.log')).subarray(from).toString()
    return readQueries(log).filter(({ sql }) => /\btransactions\b/.test(sql))
  }
  try {
    const [from, to] = [dayOf(1000), dayOf(1060)]
    const row = rows.rowOf(Math.ceil(rows.count / 2))
    const page = await queriesOf(`/v1/transactions?limit=50&dateFrom=${from}&dateTo=${to}`)
    const single = await queriesOf(`/v1/transactions/${transactionId(row)}`)
    const step = rows.rowOf(2) - rows.rowOf(1)
    return {
      page: script(
        `\\set day random(${pageSpanDays}, ${daysTotal - 1})`,
        page,
        [dayParameter(from, `:day::int - ${pageSpanDays}`), dayParameter(to, ':day::int')].flat(),
      ),
      single: script(`\\set nth random(1, ${rows.count})`, single, [
        { seen: [transactionId(row)], sql: transactionIdSql(`:nth::bigint * ${step}`) },
      ]),
    }
  } finally {
    await service.stop()
  }
}

/** In a query, a day may be a date or a number of days since 1970, in either direction. */
function dayParameter(day: string, number: string): Drawn[] {
  const days = Date.parse(`${day}T00:00:00Z`) / dayMs
  const first = Date.parse(`${dayOf(0)}T00:00:00Z`) / dayMs
  return [
    { seen: [day], sql: `(date '${dayOf(0)}' + (${number}))` },
    { seen: [String(days)], sql: `(${first} + (${number}))` },
    { seen: [String(-days)], sql: `(-(${first} + (${number})))` },
  ]
}

function script(draw: string, queries: LoggedQuery[], drawn: Drawn[]): string {
  if (queries.length === 0) throw new Error('The log shows no query that reads transactions.')
  return [draw, ...queries.map(query => `${filledIn(query, drawn)};`)].join('\n')
}

function filledIn({ sql, values }: LoggedQuery, drawn: Drawn[]): string {
  // To pgbench, a colon and a letter are a variable, even inside a text such as '"id":null'.
  const oneLine = sql.replace(/\s+/g, ' ').replace(/(?<!:):(?=[a-z])/gi, ":' || '")
  return oneLine.replace(/\$(\d+)/g, (_, nth: string) => {
    const literal = values[Number(nth) - 1] ?? 'null'
    return drawn.find(({ seen }) => seen.some(value => literal === `'${value}'`))?.sql ?? literal
  })
}

/** Reads `execute <name>: <query>` and the values below it. Continuation lines are indented by a tab. */
export function readQueries(log: string): LoggedQuery[] {
  const entries = log.replaceAll('\n\t', ' ').split('\n')
  return entries.flatMap((entry, index): LoggedQuery[] => {
    const [, sql] = /LOG: {2}execute [^:]+: (.*)$/.exec(entry) ?? []
    if (sql === undefined) return []
    const [, values = ''] = /DETAIL: {2}Parameters: (.*)$/i.exec(entries[index + 1] ?? '') ?? []
    return [
      { sql, values: [...values.matchAll(/\$\d+ = ('(?:[^']|'')*'|NULL)/g)].map(([, value = '']) => value) },
    ]
  })
}
