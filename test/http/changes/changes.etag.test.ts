/** ETags of the change feed and the digest: they name the key's scopes, because these decide what is shown. */
import { describe, expect, it } from 'vitest'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { followed } from './following.ts'

const paths = [
  '/v1/changes',
  '/v1/changes?limit=1',
  '/v1/changes?from=now',
  '/v1/digest',
  '/v1/digest?by=day',
]

describeOnBothStores('ETag of GET /changes and GET /digest', store => {
  const service = useService(store)

  const tagged = async (path: string, secret: string, etag?: string) => {
    const headers = etag === undefined ? {} : { 'if-none-match': etag }
    const reply = await service.current.request(path, { secret, headers })
    return { status: reply.status, etag: reply.headers.get('etag') ?? '', text: await reply.text() }
  }

  it('is the same until something in the workspace changes, and then gives the new state', async () => {
    const own = await followed(service.current)
    for (const path of paths) {
      const first = await tagged(path, own.secret)
      expect(first.etag).not.toBe('')
      for (let again = 0; again < 3; again += 1) {
        expect(await tagged(path, own.secret)).toEqual(first)
        expect(await tagged(path, own.secret, first.etag)).toEqual({
          status: 304,
          etag: first.etag,
          text: '',
        })
      }
      await own.send('PATCH', `/v1/payees/${own.file.payees[0]?.id}`, { name: `Renamed for ${path}` })
      const second = await tagged(path, own.secret, first.etag)
      expect(second.status).toBe(200)
      expect(second.etag).not.toBe(first.etag)
      expect(second.text).not.toBe(first.text)
    }
  })

  describe('keys with other scopes', () => {
    it('never get the reply of each other, neither by tag nor from memory', async () => {
      const own = await followed(service.current)
      const narrow = await service.current.key(own.file, { scopes: ['payees:read', 'transactions:read'] })
      const [wide] = [own.secret]
      for (const path of paths.slice(0, 2)) {
        // Twice each, so that both replies are kept in memory.
        const of = async (secret: string) => [await tagged(path, secret), await tagged(path, secret)]
        const [first, second] = [await of(wide), await of(narrow)]
        expect(first[0]).toEqual(first[1])
        expect(second[0]).toEqual(second[1])
        expect(first[0]?.text).not.toBe(second[0]?.text)
        expect((await tagged(path, narrow, first[0]?.etag)).status).toBe(200)
        expect(second[0]?.text).not.toContain('"resource":"company"')
      }
    })

    it('a key without the scope gets 403, also with the tag of one that has it', async () => {
      const own = await followed(service.current)
      const narrow = await service.current.key(own.file, { scopes: ['payees:read'] })
      for (const path of ['/v1/digest', '/v1/changes?resources=transaction']) {
        const { etag } = await tagged(path, own.secret)
        expect((await tagged(path, narrow, etag)).status).toBe(403)
      }
    })
  })

  it('HEAD has the headers of GET and no body', async () => {
    const own = await followed(service.current)
    for (const path of paths) {
      const { etag } = await tagged(path, own.secret)
      const reply = await service.current.request(path, { secret: own.secret, method: 'HEAD' })
      expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([200, etag, ''])
    }
  })

  it('a request that waits has none', async () => {
    const own = await followed(service.current)
    const reply = await service.current.request('/v1/changes?wait=30', { secret: own.secret })
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, null])
  })
})
