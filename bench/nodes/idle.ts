/** What a service without requests costs the databases: the CPU time of the connections to its database, on all nodes. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuSecondsOf } from '../support/processes.ts'

/** Twice what housekeeping takes turns in. */
const seconds = 20

/** Milliseconds a second for each database, measured at the same time. Not a number if servers are on other machines. */
export async function idleCost(databaseUrls: readonly string[]): Promise<number[]> {
  const before = await Promise.all(databaseUrls.map(cpuByConnection))
  await sleep(seconds * 1000)
  const after = await Promise.all(databaseUrls.map(cpuByConnection))
  return after.map((all, index) => {
    // Connections that were closed meanwhile are left out.
    const spent = [...all].map(([pid, cpuSeconds]) => cpuSeconds - (before[index]?.get(pid) ?? 0))
    return (spent.reduce((sum, each) => sum + each, 0) * 1000) / seconds
  })
}

async function cpuByConnection(databaseUrl: string): Promise<Map<number, number>> {
  const all = new Map<number, number>()
  for (const url of await nodesOf(databaseUrl)) {
    const rows = await asked<{ pid: number }>(
      url,
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    for (const { pid } of rows) all.set(pid, cpuSecondsOf(pid) ?? Number.NaN)
  }
  return all
}

/** The server of the database, or all nodes if it is spread over a cluster. */
async function nodesOf(databaseUrl: string): Promise<string[]> {
  const [cluster] = await asked(databaseUrl, "select from pg_extension where extname = 'citus'")
  if (cluster === undefined) return [databaseUrl]
  const nodes = await asked<{ host: string; port: number }>(
    databaseUrl,
    'select nodename as host, nodeport as port from pg_dist_node',
  )
  return nodes.map(({ host, port }) => {
    const url = new URL(databaseUrl)
    url.hostname = host
    url.port = String(port)
    return url.href
  })
}

async function asked<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}
