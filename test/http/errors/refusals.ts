/** The refusals that every operation shares, written once for the tests of each resource. */
import { describe, expect, it } from 'vitest'
import { type Scope, scopes } from '../../../src/contract/scopes.ts'
import type { TestService } from '../../support/service.ts'
import { directApp } from '../replies/directApp.ts'

/** The whole body of the answer, for comparing two of them. */
export async function bodyOf(answer: Response | Promise<Response>): Promise<unknown> {
  return (await answer).json()
}

/** Whether the key, the scope and the rate of a GET are looked at; `path` may need the service to be there. */
export function describeRefusals(
  service: { readonly current: TestService },
  path: () => string,
  scope: Scope,
): void {
  describe('401', () => {
    it('answers nothing without a key', async () => {
      const answer = await service.current.request(path())
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ defined: true, code: 'UNAUTHORIZED', status: 401 })
    })
  })

  describe('403', () => {
    it(`needs ${scope}, and names it where it is lacking`, async () => {
      const others = scopes.filter(each => each !== scope)
      const secret = await service.current.key(service.current.foreign, { scopes: others })
      const answer = await service.current.request(path(), { secret })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
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
