/** What holds over all workers of a service as it does in one process: revocation, sync, idempotency keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import type { FlorinClient } from '../../../src/client/index.ts'
import { account, company, iban, smallWorkspace, workspaceFile } from '../../support/builders.ts'
import { type Serving, useSandbox } from '../../support/program.ts'
import { type WriterTask, writeRandomly } from '../../support/randomWriter.ts'
import { actor } from '../../support/service.ts'
import { describeOnServers, freshStore, type TestStore } from '../../support/stores.ts'
import { patient } from '../patientService.ts'
import { clientOver, type Line, openLines } from './workersLines.ts'
import { loadWithKey } from './workersStore.ts'

describeOnServers('Several workers', name => {
  const workers = 3
  /** As documented in the help. */
  const connectionsEach = 8
  const sandbox = useSandbox()
  const foreign = smallWorkspace()
  let store: TestStore
  let service: Serving
  let foreignSecret: string
  /** Two to each worker. */
  let lines: Line[]

  beforeAll(async () => {
    store = await freshStore(name)
    const url = new URL(store.databaseUrl ?? '')
    url.searchParams.set('application_name', 'workers')
    service = await sandbox.serve({
      DATABASE_URL: url.href,
      FLORIN_WORKERS: String(workers),
      FLORIN_DEMO: 'off',
      FLORIN_RATE_PER_SECOND: '100000',
      FLORIN_RATE_BURST: '100000',
      LOG_LEVEL: 'info',
      // Idle connections stay open to be counted.
      ...patient(sandbox),
    })
    foreignSecret = (await loadWithKey(store.db, foreign)).secret
    lines = await openLines(service, workers, 2)
  })

  afterAll(async () => {
    for (const line of lines ?? []) line.close()
    await service?.program.stop()
    await store?.remove()
  })

  const statuses = (replies: Response[]): number[] => replies.map(({ status }) => status)
  const askAll = (path: string, init: Parameters<Line['ask']>[1]) =>
    Promise.all(lines.map(line => line.ask(path, init)))

  it('the JSON greeting has the number of workers', () => {
    expect(JSON.parse(service.program.stdout)).toMatchObject({ workers, demoKey: null })
  })

  describe('a key that is revoked', () => {
    it('is refused by every worker on the next request, even if the reply is cached', async () => {
      const { keyId, secret } = await loadWithKey(store.db, smallWorkspace())
      const path = '/v1/transactions'
      // A reply is cached from its second request on.
      for (let turn = 0; turn < 3; turn += 1) {
        expect(statuses(await askAll(path, { secret }))).toEqual(lines.map(() => 200))
      }
      const [kept] = await askAll(path, { secret })
      const known = { 'If-None-Match': kept?.headers.get('etag') ?? '' }
      expect(statuses(await askAll(path, { secret, headers: known }))).toEqual(lines.map(() => 304))

      await revoke(store.db, keyId, actor, Date.now())
      expect(statuses(await askAll(path, { secret }))).toEqual(lines.map(() => 401))
      expect(statuses(await askAll(path, { secret, headers: known }))).toEqual(lines.map(() => 401))
      expect(statuses(await askAll(path, { secret: foreignSecret }))).toEqual(lines.map(() => 200))
    })
  })

  describe('an Idempotency-Key', () => {
    it('sent to all workers at once saves one payee, and all replies have that one', async () => {
      const file = smallWorkspace()
      const { secret } = await loadWithKey(store.db, file)
      const save = async (idempotencyKey: string, body: object) => {
        const headers = { 'Idempotency-Key': idempotencyKey, 'Content-Type': 'application/json' }
        return await askAll('/v1/payees', { secret, method: 'POST', headers, body: JSON.stringify(body) })
      }
      const keys = ['one', 'two', 'three', 'four', 'five']
      const saved = []
      for (const key of keys) {
        const replies = await save(key, { name: key, iban: iban() })
        expect(statuses(replies)).toEqual(lines.map(() => 201))
        const first = replies.filter(({ headers }) => headers.get('idempotency-replayed') === null)
        expect(first).toHaveLength(1)
        const bodies = await Promise.all(replies.map(reply => reply.text()))
        expect(new Set(bodies).size).toBe(1)
        saved.push(JSON.parse(bodies[0] ?? '').id)
      }
      const own = file.payees.map(({ id }) => id)
      for (const line of lines) {
        const { data } = await line.client(secret).payees.list()
        expect(data.map(({ id }) => id).sort()).toEqual([...own, ...saved].sort())
        expect((await line.client(foreignSecret).payees.list()).data).toEqual(foreign.payees)
      }
    })
  })

  describe('incremental sync', () => {
    const writers = 3
    const payeesEach = 15

    it('loses no row and no change when writes and the pages of a walk go through several workers', async () => {
      const owner = company()
      const on = account(owner)
      const file = workspaceFile({ companies: [owner], accounts: [on] })
      const { secret } = await loadWithKey(store.db, file)
      const task = (seed: number): WriterTask => ({
        workspaceId: file.workspace.id,
        companyId: owner.id,
        accountId: on.id,
        seed,
        writes: 20,
      })
      const loads = Array.from({ length: writers }, (_, index) => writeRandomly(store.db, task(index + 1)))
      const payees = lines.map(line => writePayees(line.client(secret), owner.id))
      const writing = Promise.all([...loads, ...payees])
      const pollers = [0, 1, 2, 3].map(async seed => {
        // Each starts at another worker, and takes its pages from all of them in turn.
        const own = [...lines.slice(seed), ...lines.slice(0, seed)]
        return await follow(clientOver(own, service.url, secret), seed, writing)
      })
      const copies = await Promise.all(pollers)
      const table = await rowsById(clientOver(lines, service.url, secret).transactions.all({ limit: 100 }))
      expect(table.size).toBeGreaterThan(100)
      for (const copy of copies) expect(copy).toEqual(table)

      const names = (await writing).flat().filter(name => typeof name === 'string')
      for (const line of lines) {
        const { data } = await line.client(secret).payees.list()
        expect(data.map(({ name }) => name).sort()).toEqual([...names].sort())
        const { data: others } = await line.client(foreignSecret).transactions.list()
        expect(others.map(({ id }) => id)).toEqual(foreign.transactions.map(({ id }) => id))
      }
    })

    it('and all other tests use no more connections than documented', async () => {
      const [{ taken } = { taken: 0 }] = await store.db.query<{ taken: number }>(
        `select count(*)::int as taken from pg_stat_activity
       where datname = current_database() and application_name = 'workers'`,
      )
      expect(taken).toBeGreaterThan(workers)
      expect(taken).toBeLessThanOrEqual(workers * connectionsEach)
    })

    /** Payees are written over HTTP, and move the clock that also stamps changes of transactions. */
    async function writePayees(client: FlorinClient, companyId: string): Promise<string[]> {
      const names: string[] = []
      for (let turn = 0; turn < payeesEach; turn += 1) {
        const { id } = await client.payees.create({ companyId, name: 'New', iban: iban() })
        names.push((await client.payees.update(id, { name: `Saved as ${id}` })).name)
      }
      return names
    }

    /** Follows the sync recipe: polls while the writers write, and once more after the last one has ended. */
    async function follow(client: FlorinClient, seed: number, writing: Promise<unknown>) {
      const copy = new Map<string, { id: string; updatedAt: string }>()
      let atWork = true
      const ended = writing.finally(() => {
        atWork = false
      })
      let mark = '1970-01-01T00:00:00Z'
      const poll = async (limit: number) => {
        const changes = client.transactions.sync({ updatedAfter: mark, limit })
        for await (const row of changes) copy.set(row.id, row)
        mark = changes.nextUpdatedAfter
      }
      for (let round = 0; atWork; round += 1) await poll(1 + ((seed * 37 + round * 11) % 60))
      await ended
      await poll(17)
      return copy
    }
  })

  async function rowsById<Row extends { id: string }>(rows: AsyncIterable<Row>): Promise<Map<string, Row>> {
    const found = new Map<string, Row>()
    for await (const row of rows) found.set(row.id, row)
    return found
  }
})
