import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { bill, company, iban, payee, smallWorkspace, transaction } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { directApp } from './directApp.ts'

/** Every path with GET, in a workspace with one of everything. */
function pathsOf(file: WorkspaceFile): string[] {
  const lists = ['companies', 'accounts', 'transactions', 'categories', 'bills', 'payees'] as const
  const single = ['accounts', 'transactions', 'bills', 'payees'] as const
  return [
    '/v1/workspace',
    ...lists.map(list => `/v1/${list}`),
    ...single.map(list => `/v1/${list}/${file[list][0]?.id}`),
  ]
}

describeOnBothStores('ETag', store => {
  const service = useService(store)

  async function workspace(file = smallWorkspace()) {
    await service.current.load(file)
    const secret = await service.current.key(file)
    const get = (path: string, ifNoneMatch?: string, method = 'GET') => {
      const headers = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }
      return service.current.request(path, { secret, method, headers })
    }
    const tagOf = async (path: string) => (await get(path)).headers.get('etag') ?? ''
    const send = (method: string, path: string, body?: object) =>
      service.current.request(path, {
        secret,
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
    return { file, secret, get, tagOf, send }
  }

  /** For the tests that only read. */
  let shared: Awaited<ReturnType<typeof workspace>>
  beforeAll(async () => {
    shared = await workspace()
  })

  const newPayee = () => ({ name: 'New', iban: iban() })

  describe('200', () => {
    it('every GET has one, which stays the same while nothing changes', async () => {
      const { file, tagOf } = shared
      const paths = pathsOf(file)
      const tags = await Promise.all(paths.map(tagOf))
      for (const tag of tags) expect(tag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/)
      expect(await Promise.all(paths.map(tagOf))).toEqual(tags)
      expect(new Set(tags).size).toBe(paths.length)
    })

    it('HEAD has the same one as GET', async () => {
      const { tagOf, get } = shared
      expect((await get('/v1/accounts', undefined, 'HEAD')).headers.get('etag')).toBe(
        await tagOf('/v1/accounts'),
      )
    })

    it('all change when anything in the workspace changes, such as a new payee', async () => {
      const { file, tagOf, send } = await workspace()
      const paths = pathsOf(file)
      const before = await Promise.all(paths.map(tagOf))
      expect((await send('POST', '/v1/payees', newPayee())).status).toBe(201)
      const after = await Promise.all(paths.map(tagOf))
      expect(after.filter(tag => before.includes(tag))).toEqual([])
    })

    it('changes with each kind of write: load, create, change, delete', async () => {
      const { file, tagOf, send } = await workspace()
      const path = `/v1/payees/${file.payees[0]?.id}`
      const writes = [
        () => service.current.load({ ...file, companies: [...file.companies, company()] }),
        () => send('POST', '/v1/payees', { ...newPayee(), companyId: file.companies[0]?.id }),
        () => send('PATCH', path, { name: 'Changed' }),
        () => send('DELETE', path),
      ]
      const tags = [await tagOf('/v1/payees')]
      for (const write of writes) {
        await write()
        tags.push(await tagOf('/v1/payees'))
      }
      expect(new Set(tags).size).toBe(writes.length + 1)
    })

    it('stays the same when a write changes nothing: the same name or file again, a refused write', async () => {
      const { file, tagOf, send } = await workspace()
      const [first] = file.payees
      const before = await tagOf('/v1/payees')
      expect((await send('PATCH', `/v1/payees/${first?.id}`, { name: first?.name })).status).toBe(200)
      await service.current.load(file)
      expect((await send('POST', '/v1/payees', { name: 'Twin', iban: first?.iban })).status).toBe(409)
      expect(await tagOf('/v1/payees')).toBe(before)
    })

    it('stays the same when another workspace changes', async () => {
      const [own, other] = [await workspace(), await workspace()]
      const paths = pathsOf(own.file)
      const before = await Promise.all(paths.map(own.tagOf))
      await other.send('POST', '/v1/payees', newPayee())
      await service.current.load({
        ...service.current.foreign,
        payees: [payee(service.current.foreign.companies[0] ?? { id: '' })],
      })
      expect(await Promise.all(paths.map(own.tagOf))).toEqual(before)
    })

    it('differs by query and by page', async () => {
      const file = smallWorkspace()
      const [owner, on] = [file.companies[0] ?? { id: '' }, file.accounts[0]]
      if (on === undefined) return expect.unreachable()
      file.transactions.push(...Array.from({ length: 3 }, () => transaction(on)))
      file.bills.push(...Array.from({ length: 3 }, () => bill(owner)))
      const { get, tagOf } = await workspace(file)
      for (const list of ['transactions', 'bills']) {
        const paths = [`/v1/${list}`, `/v1/${list}?limit=1`, `/v1/${list}?companyId=${owner.id}`]
        let next: string | null = '/'
        for (let page = 0; page < 3 && next !== null; page += 1) {
          const path: string = page === 0 ? `/v1/${list}?limit=2` : `/v1/${list}?limit=2&cursor=${next}`
          paths.push(path)
          next = ((await (await get(path)).json()) as { nextCursor: string | null }).nextCursor
        }
        expect(paths).toHaveLength(5)
        expect(new Set(await Promise.all(paths.map(tagOf))).size).toBe(5)
      }
    })

    it('of GET /workspace differs by key, because the reply does', async () => {
      const { file, tagOf } = shared
      const secret = await service.current.key(file)
      const headers = { 'if-none-match': await tagOf('/v1/workspace') }
      expect((await service.current.request('/v1/workspace', { secret, headers })).status).toBe(200)
    })
  })

  describe('304', () => {
    it('every GET replies to If-None-Match with 304, no body and the same ETag', async () => {
      const { file, get, tagOf } = shared
      for (const path of pathsOf(file)) {
        const tag = await tagOf(path)
        const reply = await get(path, tag)
        expect([reply.status, reply.headers.get('etag'), await reply.text()], path).toEqual([304, tag, ''])
      }
    })

    it.each([
      ['as it was given', (tag: string) => tag],
      ['without W/', (tag: string) => tag.replace('W/', '')],
      ['among others', (tag: string) => `"x", W/"y,z" , ${tag},"w"`],
      ['among others without spaces and without W/', (tag: string) => `"x",${tag.replace('W/', '')},W/"y"`],
      ['as *', () => '*'],
    ])('the ETag is accepted %s', async (_, written) => {
      const { get, tagOf } = shared
      expect((await get('/v1/accounts', written(await tagOf('/v1/accounts')))).status).toBe(304)
    })

    it.each([
      ['another tag', () => 'W/"nonsense"'],
      ['an empty value', () => ''],
      ['the tag without its quotation marks', (tag: string) => tag.replace(/W\/|"/g, '')],
      ['a part of the tag', (tag: string) => `${tag.slice(0, -2)}"`],
    ])('is not the reply to %s', async (_, written) => {
      const { get, tagOf } = shared
      expect((await get('/v1/accounts', written(await tagOf('/v1/accounts')))).status).toBe(200)
    })

    it('is no longer the reply once a write changed something', async () => {
      const { get, tagOf, send } = await workspace()
      const before = await tagOf('/v1/payees')
      await send('POST', '/v1/payees', newPayee())
      const reply = await get('/v1/payees', before)
      expect(reply.status).toBe(200)
      expect((await get('/v1/payees', reply.headers.get('etag') ?? '')).status).toBe(304)
    })

    it('still needs a valid key', async () => {
      const { tagOf } = shared
      const headers = { 'if-none-match': await tagOf('/v1/accounts') }
      expect((await service.current.request('/v1/accounts', { headers })).status).toBe(401)
      expect(
        (await service.current.request('/v1/accounts', { headers: { 'if-none-match': '*' } })).status,
      ).toBe(401)
    })

    it('still needs the scope', async () => {
      const { file, tagOf } = shared
      const secret = await service.current.key(file, { scopes: ['bills:read'] })
      for (const tag of ['*', await tagOf('/v1/accounts')]) {
        const reply = await service.current.request('/v1/accounts', {
          secret,
          headers: { 'if-none-match': tag },
        })
        expect(reply.status).toBe(403)
      }
    })

    it('counts as a request for the rate limit', async () => {
      const secret = await service.current.key(shared.file)
      const rate = { perSecond: 1, burst: 2 }
      const app = directApp(service.current.store.db, {
        config: { rate },
        clock: () => service.current.nowMs,
      })
      const ask = () => app.ask('/v1/accounts', { secret, headers: { 'if-none-match': '*' } })
      expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([304, 304, 429])
    })

    it('never replaces a 404 or 400, for * or any ETag', async () => {
      const { get } = shared
      const { foreign } = service.current
      const missing: [string, number][] = [
        [`/v1/accounts/${foreign.accounts[0]?.id}`, 404],
        ['/v1/payees/nobody', 404],
        [`/v1/accounts?companyId=${foreign.companies[0]?.id}`, 404],
        ['/v1/transactions?cursor=nonsense', 400],
        ['/v1/transactions?limit=0', 400],
      ]
      for (const [path, status] of missing) {
        const tag = (await get(path)).headers.get('etag')
        expect((await get(path, '*')).status, path).toBe(status)
        expect((await get(path, tag ?? 'W/"none"')).status, path).toBe(status)
      }
    })
  })

  describe('no ETag', () => {
    it.each([
      [400, 'GET', '/v1/transactions?limit=0'],
      [400, 'GET', '/v1/transactions?cursor=nonsense'],
      [404, 'GET', '/v1/accounts/nobody'],
      [404, 'GET', '/v1/accounts?companyId=nobody'],
      [404, 'GET', '/v1/nothing'],
      [405, 'PUT', '/v1/accounts'],
    ])('is on the error %i of %s %s', async (status, method, path) => {
      const { send } = shared
      const reply = await send(method, path)
      expect([reply.status, reply.headers.get('etag')]).toEqual([status, null])
    })

    it('is on 401 and 403', async () => {
      const { file } = shared
      const secret = await service.current.key(file, { scopes: [] })
      const replies = [
        await service.current.request('/v1/bills'),
        await service.current.request('/v1/bills', { secret }),
      ]
      expect(replies.map(({ status, headers }) => [status, headers.get('etag')])).toEqual([
        [401, null],
        [403, null],
      ])
    })

    it('is on replies to writes; the next GET has a new one', async () => {
      const { file, tagOf, send } = await workspace()
      const path = `/v1/payees/${file.payees[0]?.id}`
      const tags = [await tagOf('/v1/payees')]
      const writes: [number, string, string, object?][] = [
        [201, 'POST', '/v1/payees', newPayee()],
        [200, 'PATCH', path, { name: 'Changed' }],
        [204, 'DELETE', path],
      ]
      for (const [status, method, to, body] of writes) {
        const reply = await send(method, to, body)
        expect([reply.status, reply.headers.get('etag')]).toEqual([status, null])
        tags.push(await tagOf('/v1/payees'))
      }
      expect(new Set(tags).size).toBe(4)
    })
  })

  it('/v1/openapi.json has one too, and replies to If-None-Match with 304', async () => {
    const ask = (tag?: string) =>
      service.current.request(
        '/v1/openapi.json',
        tag === undefined ? {} : { headers: { 'if-none-match': tag } },
      )
    const tag = (await ask()).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/)
    const statuses = []
    for (const sent of [tag, `W/${tag}`, `"x", ${tag}`, '*', '"x"']) statuses.push((await ask(sent)).status)
    expect(statuses).toEqual([304, 304, 304, 304, 200])
  })
})
