/** On a distributed store, a node that hangs concerns only the workspaces that it holds. */
import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../../src/store/engine/door.ts'
import { iban } from '../../support/builders.ts'
import { citusUrl, whileNodeHangs } from '../../support/servers/citus.ts'
import { useService } from '../../support/service.ts'
import { besides, twoApart } from './twoApart.ts'

describe.runIf(citusUrl !== null)('a node that hangs (citus)', () => {
  const service = useService('citus')

  it.each([
    ['before a request is admitted', 'workspaces'],
    ['once it is admitted', 'transactions'],
  ])('keeps nobody else waiting, %s', async (_, table) => {
    const [there, hung] = await twoApart(service)
    const get = (secret: string, number: number) =>
      service.current.request(`/v1/transactions?limit=${number + 1}`, { secret })
    for (const { secret } of [there, hung]) expect((await get(secret, 0)).status).toBe(200)
    await whileNodeHangs(service.current.store.databaseUrl ?? '', { ...hung, table }, async () => {
      // More than the service has connections. They end when the node's time limit is over, not before.
      const waiting = Array.from({ length: 12 }, (_, number) => get(hung.secret, number))
      const firstOfThem = Promise.race(waiting)
      for (let number = 0; number < 20; number += 1) {
        const first = await Promise.race([get(there.secret, number), firstOfThem])
        expect({ number, status: first.status }).toEqual({ number, status: 200 })
      }
      for (const { status } of await Promise.all(waiting)) expect(status).toBe(503)
    })
    expect((await get(hung.secret, 0)).status).toBe(200)
  })

  const search = (secret: string, number: number) =>
    service.current.request(`/v1/transactions?q=word${number}`, { secret })

  const save = async (secret: string, number: number) => {
    const companies = await service.current.request('/v1/companies', { secret })
    const [company] = ((await companies.json()) as { data: { id: string }[] }).data
    const body = JSON.stringify({ companyId: company?.id, name: `Payee ${number}`, iban: iban() })
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `key ${number}` }
    return await service.current.request('/v1/payees', { secret, method: 'POST', headers, body })
  }

  // These hold a connection for a whole transaction, and there are only a few.
  it.each([
    ['searches', 'transactions', search, 200],
    ['writes', 'payees', save, 201],
  ] as const)('keeps nobody else waiting who %s', async (_, table, work, status) => {
    const [there, hung] = await twoApart(service)
    for (const { secret } of [there, hung]) expect((await work(secret, 1_000)).status).toBe(status)
    await whileNodeHangs(service.current.store.databaseUrl ?? '', { ...hung, table }, async () => {
      const waiting = Array.from({ length: 12 }, (_, number) => work(hung.secret, number))
      const firstOfThem = Promise.race(waiting)
      for (let number = 0; number < 20; number += 1) {
        const first = await Promise.race([work(there.secret, number), firstOfThem])
        expect({ number, status: first.status }).toEqual({ number, status })
      }
      for (const reply of await Promise.all(waiting)) expect(reply.status).toBe(503)
    })
    expect((await work(hung.secret, 1_001)).status).toBe(status)
  })

  /** Like an import: it lasts until the table can be read and `end` is fulfilled. */
  const longWrite = (id: string, { begun, end }: { begun: () => unknown; end: Promise<void> }) =>
    service.current.store.db.transaction(
      async connection => {
        await connection.query('select from payees where workspace_id = $1 limit 1', [id])
        begun()
        await end
      },
      { long: true, workspaceId: id },
    )

  it('keeps nobody else waiting who writes, even if imports wait for it too', async () => {
    const [there, hung] = await twoApart(service)
    for (const { secret } of [there, hung]) expect((await save(secret, 1_000)).status).toBe(201)
    const url = service.current.store.databaseUrl ?? ''
    await whileNodeHangs(url, { ...hung, table: 'payees' }, async () => {
      const imports = [1, 2].map(async () => {
        const ended = longWrite(hung.id, { begun: () => undefined, end: Promise.resolve() })
        await expect(ended).rejects.toBeInstanceOf(StoreUnavailable)
        return 503
      })
      const writes = Array.from({ length: 12 }, async (_, number) => (await save(hung.secret, number)).status)
      const waiting = [...imports, ...writes]
      const firstOfThem = Promise.race(waiting)
      for (let number = 0; number < 20; number += 1) {
        const written = save(there.secret, number).then(({ status }) => status)
        expect({ number, status: await Promise.race([written, firstOfThem]) }).toEqual({
          number,
          status: 201,
        })
      }
      for (const status of await Promise.all(waiting)) expect(status).toBe(503)
    })
  })

  it('is not taken for one that hangs while two imports run there: others write to it meanwhile', async () => {
    const [, one] = await twoApart(service)
    const [two, other] = (await besides(service, one, 2)) as [typeof one, typeof one]
    let finish = () => {}
    const end = new Promise<void>(resolve => {
      finish = resolve
    })
    let begun = 0
    const imports = [one, two].map(({ id }) => longWrite(id, { begun: () => (begun += 1), end }))
    await expect.poll(() => begun).toBe(imports.length)
    try {
      for (let number = 0; number < 5; number += 1) {
        expect((await save(other.secret, number)).status).toBe(201)
      }
    } finally {
      finish()
    }
    await Promise.all(imports)
  })
})
