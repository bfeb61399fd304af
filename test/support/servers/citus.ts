/**
 * Distributed stores for tests, in databases of the cluster that FLORIN_TEST_CITUS_URL names. One is made per run and
 * copied for each test: a copy on each node takes a fraction of the time.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { distribute } from '../../../src/store/distributed/distribute.ts'
import { ping } from '../../../src/store/engine/locks.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import type { TestStore } from '../stores.ts'
import { citusUrl } from './citusUrl.ts'

export { citusUrl } from './citusUrl.ts'

export const noCluster = 'FLORIN_TEST_CITUS_URL names no Citus cluster, so its tests are skipped'

/** Few, because each costs a file on every copy. Two nodes still have two each. */
const shards = 4

interface Node {
  host: string
  port: number
  isCoordinator: boolean
}

/** A database with an empty distributed store, to copy. */
export async function citusTemplate() {
  const name = newName('florin_template')
  await emptyCluster({ name })
  const db = await openPostgres({ url: urlOf(name) })
  await migrate(db)
  await db.transaction(connection => distribute(connection, { shards }))
  await db.close()
  // A database that somebody is connected to cannot be copied, and the extension's own process is.
  await onEachNode('postgres', `alter database ${name} allow_connections false`)
  await disconnected(name)
  return { name, remove: () => dropped(name) }
}

export async function freshCitus(template: string): Promise<TestStore> {
  const name = newName('test')
  await onEachNode('postgres', `create database ${name} template ${template}`)
  const url = urlOf(name)
  const db = await openPostgres({ url })
  // A connection tells what kind of store it is.
  await ping(db)
  return {
    db,
    databaseUrl: url,
    async remove() {
      await db.close()
      await dropped(name)
    },
  }
}

/**
 * A database on every node, with the extension, that knows its nodes and has no schema yet. With `onlyCoordinator`, it
 * knows no other node and holds all shards itself.
 */
export async function emptyCluster({
  name = newName('test'),
  onlyCoordinator = false,
}: {
  name?: string
  onlyCoordinator?: boolean
} = {}): Promise<{ url: string; remove(): Promise<void> }> {
  await onEachNode('postgres', `create database ${name}`)
  await onEachNode(name, 'create extension citus')
  for (const { host, port, isCoordinator } of await nodes()) {
    if (onlyCoordinator && !isCoordinator) continue
    const call = isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'
    await asAdmin(urlOf(name), `select ${call}('${host}', ${port})`)
    if (!onlyCoordinator) continue
    await asAdmin(urlOf(name), `select citus_set_node_property('${host}', ${port}, 'shouldhaveshards', true)`)
  }
  return { url: urlOf(name), remove: () => dropped(name) }
}

/** While `work` runs, the node on this port accepts no connection to the store's database, and has ended those it had. */
export async function whileNodeIsAway<Result>(
  databaseUrl: string,
  port: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const node = (await nodes()).find(each => each.port === port)
  if (node === undefined) throw new Error(`No node has the port ${port}.`)
  const admin = urlOf('postgres', node)
  await asAdmin(admin, `alter database ${name} allow_connections false`)
  try {
    await asAdmin(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    return await work()
  } finally {
    await asAdmin(admin, `alter database ${name} allow_connections true`)
  }
}

/** While `work` runs, every query about this workspace that reads the table waits on its node. */
export async function whileNodeHangs<Result>(
  databaseUrl: string,
  { id, port, table }: { id: string; port: number; table: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const node = (await nodes()).find(each => each.port === port)
  if (node === undefined) throw new Error(`No node has the port ${port}.`)
  const client = new pg.Client(urlOf(new URL(databaseUrl).pathname.slice(1), node))
  await client.connect()
  try {
    const { rows } = await client.query<{ shard: string }>(
      `select $2 || '_' || get_shard_id_for_distribution_column($2, $1::text) as shard`,
      [id, table],
    )
    await client.query('set citus.enable_manual_changes_to_shards = on')
    await client.query(`begin; lock table ${rows[0]?.shard} in access exclusive mode`)
    return await work()
  } finally {
    await client.end()
  }
}

const newName = (start: string): string => `${start}_${randomUUID().replaceAll('-', '')}`

function urlOf(database: string, node?: Node): string {
  const url = new URL(citusUrl ?? '')
  url.pathname = `/${database}`
  if (node !== undefined && !node.isCoordinator) {
    url.hostname = node.host
    url.port = String(node.port)
  }
  return url.href
}

let found: Promise<Node[]> | null = null

/** The coordinator is first. */
function nodes(): Promise<Node[]> {
  found ??= asAdmin<Node>(
    citusUrl ?? '',
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
  )
  return found
}

async function onEachNode(database: string, sql: string): Promise<void> {
  await Promise.all((await nodes()).map(node => asAdmin(urlOf(database, node), sql)))
}

async function disconnected(database: string): Promise<void> {
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`
  const count = `select count(*)::int as count from pg_stat_activity where datname = '${database}'`
  for (const node of await nodes()) {
    for (;;) {
      await asAdmin(urlOf('postgres', node), terminate)
      const [left] = await asAdmin<{ count: number }>(urlOf('postgres', node), count)
      if (left?.count === 0) break
    }
  }
}

/** The extension's own process may come back between the end of all connections and the removal. */
const dropTriesMax = 20

async function dropped(name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const done = await onEachNode('postgres', `drop database if exists ${name} with (force)`).then(
      () => true,
      (error: unknown) => {
        if (tries === dropTriesMax) throw error
        return false
      },
    )
    if (done) return
  }
}

async function asAdmin<Row>(url: string, sql: string): Promise<Row[]> {
  const admin = new pg.Client(url)
  await admin.connect()
  try {
    return (await admin.query(sql)).rows as Row[]
  } finally {
    await admin.end()
  }
}
