/** The drill's own paths, over HTTP and on a real service. */
import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { isLoopback } from '../../src/drill/control.ts'
import { smallWorkspace } from '../support/builders.ts'
import { drilled, planFor } from '../support/drill/drilled.ts'
import { useService } from '../support/service.ts'
import { plainFetch } from '../support/setup/contractCheck.ts'

// It only speaks HTTP with the service, so one store is enough.
describe('the paths of the drill', () => {
  const service = useService('embedded')

  const start = async (options = {}) => {
    const file = smallWorkspace()
    await service.current.load(file)
    const key = await service.current.key(file)
    const { drill } = await drilled(`${service.current.url}/v1`, options)
    const authorization = `Bearer ${key}`
    const verdict = async (
      copy: object[],
      query = '',
      headers: Record<string, string> = { authorization },
    ) => {
      const body = copy.map(line => `${JSON.stringify(line)}\n`).join('')
      const reply = await plainFetch(`${drill.origin}/drill/verdict${query}`, {
        method: 'POST',
        headers,
        body,
      })
      return { status: reply.status, body: await reply.json() }
    }
    const changes = async () => {
      const reply = await plainFetch(`${drill.api}/changes?limit=100`, { headers: { authorization } })
      return ((await reply.json()) as { data: { resource: string; id: string }[] }).data
    }
    return { file, key, drill, verdict, changes }
  }

  it('compare the copy of a client with the workspace of its key', async () => {
    const { changes, verdict, file } = await start()
    const copy = await changes()
    expect(await verdict(copy)).toMatchObject({ status: 200, body: { passed: true, rows: copy.length } })
    const foreign = service.current.foreign.payees[0]
    const wrong = [
      ...copy.filter(({ id }) => id !== file.bills[0]?.id),
      { resource: 'payee', id: foreign?.id },
    ]
    const { body } = await verdict(wrong)
    expect(body).toMatchObject({
      passed: false,
      differences: [
        { kind: 'missing', resource: 'bill', id: file.bills[0]?.id, request: 1 },
        { kind: 'extra', resource: 'payee', id: foreign?.id },
      ],
    })
    const narrowed = await verdict(wrong, '?resources=company,account')
    expect(narrowed.body).toMatchObject({ passed: true, resources: ['company', 'account'] })
  })

  it('compare one company, and say so if it does not exist', async () => {
    const { changes, verdict, file } = await start()
    const company = `?companyId=${file.companies[0]?.id}&resources=transaction,payee`
    expect((await verdict(await changes(), company)).body).toMatchObject({ passed: true, rows: 2 })
    const foreign = `?companyId=${service.current.foreign.companies[0]?.id}`
    expect(await verdict(await changes(), foreign)).toMatchObject({
      status: 502,
      body: { code: 'NOT_COMPARED' },
    })
  })

  it('name the fault behind rows that did not arrive, until the request is repeated', async () => {
    const { drill, key, verdict } = await start(planFor('cut-json', 'read', 'x.'))
    const headers = { authorization: `Bearer ${key}` }
    const page = async () => await (await plainFetch(`${drill.api}/changes?limit=1`, { headers })).text()
    const reasons = async () => {
      const { body } = await verdict([])
      return new Set(
        (body as { differences: { because: string }[] }).differences.map(({ because }) => because),
      )
    }
    const fault = 'fault 1 (cut-json, request 1)'
    await page()
    expect(await reasons()).toEqual(
      new Set([
        `It was sent in request 1, which did not arrive whole: ${fault}.`,
        `This version of it was not served: the request of ${fault} was not repeated.`,
      ]),
    )
    await page()
    expect(await reasons()).toEqual(
      new Set([
        `It was served in request 2, after ${fault}.`,
        `This version of it was not served; the last was ${fault}.`,
      ]),
    )
  })

  it('report faults and mistakes', async () => {
    const { drill, key, changes } = await start(planFor('429', 'read', 'x.'))
    await changes()
    await changes()
    const text = await (await plainFetch(`${drill.origin}/drill/report`)).text()
    expect(JSON.parse(text)).toMatchObject({
      requests: 2,
      faults: { '429': 1 },
      lastFaults: [{ number: 1, kind: '429', request: 1, method: 'GET', path: '/changes' }],
      mistakes: [{ kind: 'retry-after-ignored', request: 2 }],
    })
    expect(text).not.toContain(key.slice(0, 20))
  })

  it('refuse a copy that cannot be read, a missing key, unknown resources and unknown paths', async () => {
    const { verdict, drill } = await start()
    expect(await verdict([{ id: 'x' }])).toMatchObject({ status: 400, body: { code: 'BAD_COPY' } })
    expect(await verdict([], '', {})).toMatchObject({ status: 401, body: { code: 'NO_KEY' } })
    expect(await verdict([], '?resources=teapot')).toMatchObject({
      status: 400,
      body: { code: 'BAD_RESOURCES' },
    })
    expect((await plainFetch(`${drill.origin}/drill/other`)).status).toBe(404)
    expect((await plainFetch(`${drill.origin}/drill/webhook`, { method: 'POST' })).status).toBe(404)
  })

  it('compare one copy at a time', async () => {
    const { verdict, drill, key, changes } = await start()
    const copy = await changes()
    const moments = new EventEmitter()
    const goesOn = once(moments, 'go on')
    const headers = { authorization: `Bearer ${key}` }
    async function* slowly() {
      yield Buffer.from(`${JSON.stringify(copy[0])}\n`)
      await goesOn
    }
    const body = Readable.toWeb(Readable.from(slowly()))
    const init = { method: 'POST', headers, body, duplex: 'half' } as unknown as RequestInit
    const first = plainFetch(`${drill.origin}/drill/verdict`, init)
    await expect.poll(async () => (await verdict([])).status).toBe(409)
    moments.emit('go on')
    expect(((await (await first).json()) as { counts: { missing: number } }).counts.missing).toBe(
      copy.length - 1,
    )
    expect((await verdict(copy)).status).toBe(200)
  })

  it('refuse pages of other sites', async () => {
    const { verdict, key } = await start()
    const headers = { authorization: `Bearer ${key}`, origin: 'https://example.com' }
    expect(await verdict([], '', headers)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN_HERE' } })
  })
})

describe('an address', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', address => {
    expect(isLoopback(address)).toBe(true)
  })

  it.each([undefined, '', '10.0.0.1', '::', 'fe80::1', '::ffff:10.0.0.1', '128.127.0.1'])(
    '%s is not',
    address => {
      expect(isLoopback(address)).toBe(false)
    },
  )
})
