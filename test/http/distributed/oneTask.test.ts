/** On a distributed store, each query of a request is one task on one node, or stays on the coordinator. */
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WireConnection } from '../../../src/postgres/server/connection.ts'
import { iban } from '../../support/builders.ts'
import { citusUrl } from '../../support/servers/citus.ts'
import { TestService, useService } from '../../support/service.ts'
import { randomTransactions } from '../../support/sums/randomTransactions.ts'

interface Sent {
  sql: string
  values: readonly (string | null)[]
}

interface Plan {
  'Distributed Query'?: { Job: { 'Task Count': number } }
  Plans?: Plan[]
}

const tasksOf = (plan: Plan): number =>
  (plan['Distributed Query']?.Job['Task Count'] ?? 0) +
  (plan.Plans ?? []).reduce((sum, each) => sum + tasksOf(each), 0)

const literal = (value: string | null): string =>
  value === null ? 'null' : `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** How many tasks each query has; 0 if it stays on the coordinator. */
async function taskCounts(url: string, queries: readonly Sent[]): Promise<{ sql: string; tasks: number }[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query("set plan_cache_mode = 'force_custom_plan'; set citus.explain_all_tasks = on")
    const counts: { sql: string; tasks: number }[] = []
    for (const [at, { sql, values }] of queries.entries()) {
      await client.query(`prepare asked_${at} as ${sql}`)
      const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
      const { rows } = await client.query(`explain (format json) execute asked_${at}${given}`)
      const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN']
      counts.push({ sql: `${sql} ${values[2] ?? ''}`, tasks: tasksOf(plan) })
    }
    return counts
  } finally {
    await client.end()
  }
}

describe.runIf(citusUrl !== null)('every query of a request (citus)', () => {
  const service = useService('citus')
  afterEach(() => vi.restoreAllMocks())

  /** Calls `onQuery` for each query that is sent while `work` runs. */
  async function watching(
    onQuery: (query: Sent, connection: WireConnection) => void,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const run = WireConnection.prototype.run
    vi.spyOn(WireConnection.prototype, 'run').mockImplementation(function (
      this: WireConnection,
      ...[sql, values, ...rest]: Parameters<WireConnection['run']>
    ) {
      onQuery({ sql, values }, this)
      return run.call(this, sql, values, ...rest)
    } as WireConnection['run'])
    await work()
    vi.restoreAllMocks()
  }

  /** The queries that a request sends, each text once. */
  async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
    const sent = new Map<string, Sent>()
    await watching(query => sent.set(`${query.sql} ${query.values[1] ?? ''}`, query), work)
    return [...sent.values()]
  }

  async function prepared({ current }: { current: TestService }, name: string) {
    const file = randomTransactions(150, name)
    await current.load(file)
    const secret = await current.key(file)
    const get = async (path: string) => {
      const reply = await current.request(`/v1${path}`, { secret })
      expect(reply.status, path).toBe(200)
    }
    return { file, secret, get }
  }

  const isOnNode = ({ sql }: Sent) => sql.includes('from on_workspace_node(')

  it('is one task on one node', async () => {
    const { file, secret, get } = await prepared(service, 'tasks')
    const [company] = file.companies
    const [row] = file.transactions
    const paths = [
      '/workspace',
      '/companies',
      '/accounts',
      '/categories',
      '/transactions?limit=10',
      `/transactions?limit=10&companyId=${company?.id}&status=booked`,
      '/transactions?limit=10&updatedAfter=2026-01-01T00:00:00.000Z',
      '/transactions?limit=10&q=Counterparty',
      `/transactions/${row?.id}`,
      '/bills?limit=10',
      '/payees?limit=10',
      '/changes?limit=10',
      '/digest',
    ]
    const queries = await sentBy(async () => {
      for (const path of paths) await get(path)
      const saved = await service.current.request('/v1/payees', {
        secret,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ companyId: company?.id, name: 'Papierwerk', iban: iban() }),
      })
      expect(saved.status).toBe(201)
    })
    expect(queries.length).toBeGreaterThan(15)
    const counts = await taskCounts(service.current.store.databaseUrl ?? '', queries)
    expect(counts.filter(({ tasks }) => tasks > 1)).toEqual([])
    expect(counts.filter(({ tasks }) => tasks === 1).length).toBeGreaterThan(12)
  })
  it('is one of four for the first page of a workspace: two on its node, for its key and its rows', async () => {
    const known = await prepared(service, 'known')
    await known.get('/transactions?limit=10')
    const fresh = await prepared(service, 'fresh')
    const queries = await sentBy(() => fresh.get('/transactions?limit=10'))
    expect(queries.map(isOnNode).sort()).toEqual([false, false, true, true])
    expect(queries.some(({ sql }) => sql.includes('from api_key_directory'))).toBe(true)
    expect(queries.some(({ sql }) => sql.includes('into rate_buckets'))).toBe(true)
  })

  it('is one of three if the key is older than the process', async () => {
    const [first, second] = [await prepared(service, 'first'), await prepared(service, 'second')]
    const { store } = service.current
    const later = await TestService.on({ ...store, remove: async () => undefined })
    try {
      const get = async ({ secret }: { secret: string }) => {
        const reply = await later.request('/v1/transactions?limit=10', { secret })
        expect(reply.status).toBe(200)
      }
      await get(first)
      // Behind the query that reads where all keys are.
      await store.db.query('select 1 as one from api_key_directory limit 1')
      const next = await sentBy(() => get(second))
      expect(next.map(isOnNode).sort()).toEqual([false, true, true])
      expect(next.some(({ sql }) => sql.includes('from api_key_directory'))).toBe(false)
    } finally {
      await later.stop()
    }
  })

  it('takes the same connection as those before about its workspace, if it is free', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(name => prepared(service, name)))
    // At once, so that several connections are open.
    await Promise.all(all.map(({ get }) => get('/transactions?limit=10')))
    const byWorkspace = new Map<string, Set<WireConnection>>()
    const note = (query: Sent, connection: WireConnection) => {
      if (!isOnNode(query)) return
      const [workspace = ''] = query.values as string[]
      byWorkspace.set(workspace, (byWorkspace.get(workspace) ?? new Set()).add(connection))
    }
    await watching(note, async () => {
      for (const limit of [20, 30, 40]) {
        for (const { get } of all) await get(`/transactions?limit=${limit}`)
      }
    })
    expect([...byWorkspace.values()].map(({ size }) => size)).toEqual(all.map(() => 1))
    expect(new Set([...byWorkspace.values()].flatMap(each => [...each])).size).toBeGreaterThan(1)
  })
})
