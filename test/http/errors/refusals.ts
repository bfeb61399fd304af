/** Tests of the refusals that all operations have in common. */
import { describe, expect, it } from 'vitest'
import { type Scope, scopes } from '../../../src/contract/scopes.ts'
import type { TestService } from '../../support/service.ts'
import { directApp } from '../replies/directApp.ts'

/** The whole body, for comparing two replies. */
export async function bodyOf(reply: Response | Promise<Response>): Promise<unknown> {
  return (await reply).json()
}

/** Tests that a GET checks key, scope and rate limit. `path` is called while the service runs. */
export function describeRefusals(
  service: { readonly current: TestService },
  path: () => string,
  scope: Scope,
): void {
  describe('401', () => {
    it('is the reply without a key', async () => {
      const reply = await service.current.request(path())
      expect(reply.status).toBe(401)
      expect(await reply.json()).toMatchObject({ defined: true, code: 'UNAUTHORIZED', status: 401 })
    })
  })

  describe('403', () => {
    it(`needs ${scope}, and names it if it is missing`, async () => {
      const others = scopes.filter(each => each !== scope)
      const secret = await service.current.key(service.current.foreign, { scopes: others })
      const reply = await service.current.request(path(), { secret })
      expect(reply.status).toBe(403)
      expect(await reply.json()).toMatchObject({
        defined: true,
        code: 'FORBIDDEN',
        status: 403,
        data: { requiredScopes: [scope] },
      })
    })
  })

  describe('429', () => {
    it('refuses a request past the rate limit, and says when to retry', async () => {
      const secret = await service.current.key(service.current.foreign)
      const rate = { perSecond: 1, burst: 1 }
      const app = directApp(service.current.store.db, {
        config: { rate },
        clock: () => service.current.nowMs,
      })
      expect((await app.ask(path(), { secret })).status).not.toBe(429)
      const refused = await app.ask(path(), { secret })
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(await refused.json()).toMatchObject({ defined: true, code: 'TOO_MANY_REQUESTS', status: 429 })
    })
  })
}
