/** A request that is wrong in several ways gets the first of 401, 429, 403, 400, 404. Each pair is tried. */
import { afterEach, describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import type { Scope } from '../../../src/contract/scopes.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import {
  badRequest,
  exchange,
  expectForeignUnchanged,
  forbidden,
  notFound,
  outcome,
} from '../replies/exchange.ts'

const revoked = {
  status: 401,
  body: {
    defined: true,
    code: 'UNAUTHORIZED',
    status: 401,
    message:
      'The API key was revoked, or is not from this service. ' +
      'Ask an owner or admin of the workspace for a new one.',
  },
}
const limited = {
  status: 429,
  body: {
    defined: true,
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: 'Too many requests with this key. Try again in 1 s.',
  },
}

/** The same operations, each with a mistake that would be 403, 400 or 404. */
const wrongQuery = '/v1/transactions?limit=0'
const wrongCompany = '/v1/transactions?companyId=com_nobody'
const wrongQueryAndCompany = '/v1/transactions?limit=0&companyId=com_nobody'
const unknownBill = '/v1/bills/nobody'

describeOnBothStores('the order of checks', store => {
  const service = useService(store, { config: { rate: { perSecond: 1, burst: 2 } } })
  // The foreign key has a quota too, which refills as time passes between the tests.
  afterEach(async () => {
    service.current.nowMs += 10_000
    await expectForeignUnchanged(service.current)
  })

  const createKey = (scopes: Scope[]) => service.current.createKey(service.current.foreign, { scopes })
  const everyScope: Scope[] = ['transactions:read', 'bills:read', 'payees:write']
  const get = async (secret: string, path: string) =>
    outcome(await exchange(service.current, 'GET', path, { secret }))

  /** A key that has used up its rate limit. */
  async function spent(scopes: Scope[]) {
    const made = await createKey(scopes)
    for (const _ of [1, 2]) expect((await get(made.secret, '/v1/workspace')).status).toBe(200)
    return made
  }

  describe('401 comes before', () => {
    async function revokedKey(scopes: Scope[], make = createKey) {
      const { key, secret } = await make(scopes)
      await revoke(service.current.store.db, key.id, actor, service.current.nowMs)
      return secret
    }

    it('429', async () => {
      expect(await get(await revokedKey(everyScope, spent), '/v1/workspace')).toEqual(revoked)
    })

    it('403', async () => {
      expect(await get(await revokedKey([]), '/v1/transactions')).toEqual(revoked)
    })

    it('400', async () => {
      expect(await get(await revokedKey(everyScope), wrongQuery)).toEqual(revoked)
    })

    it('404, of a company, an id or a path', async () => {
      const secret = await revokedKey(everyScope)
      for (const path of [wrongCompany, unknownBill, '/v1/nothing']) {
        expect(await get(secret, path)).toEqual(revoked)
      }
    })
  })

  describe('429 comes before', () => {
    it('403', async () => {
      expect(await get((await spent([])).secret, '/v1/transactions')).toEqual(limited)
    })

    it('400, of the query or the body', async () => {
      const { secret } = await spent(everyScope)
      expect(await get(secret, wrongQuery)).toEqual(limited)
      const reply = await exchange(service.current, 'POST', '/v1/payees', { secret, bytes: '{' })
      expect(outcome(reply)).toEqual(limited)
    })

    it('404, of a company, an id or a path', async () => {
      const { secret } = await spent(everyScope)
      for (const path of [wrongCompany, unknownBill, '/v1/nothing']) {
        expect(await get(secret, path)).toEqual(limited)
      }
    })

    it('304: a conditional request counts as a request', async () => {
      const { secret } = await spent(everyScope)
      const headers = { 'if-none-match': '*' }
      const reply = await exchange(service.current, 'GET', '/v1/transactions', { secret, headers })
      expect(outcome(reply)).toEqual(limited)
      expect(reply.headers.get('retry-after')).toBe('1')
    })
  })

  describe('403 comes before', () => {
    it('400, of the query, the id, the body, its type and the Idempotency-Key', async () => {
      expect(await get((await createKey([])).secret, wrongQuery)).toEqual(forbidden('transactions:read'))
      expect(await get((await createKey([])).secret, '/v1/bills/%00')).toEqual(forbidden('bills:read'))
      for (const sending of [{ bytes: '{' }, { json: {} }, { headers: { 'idempotency-key': 'é' } }, {}]) {
        const { secret } = await createKey(['payees:read'])
        const reply = await exchange(service.current, 'POST', '/v1/payees', { secret, ...sending })
        expect(outcome(reply)).toEqual(forbidden('payees:write'))
      }
    })

    it('404, of a company or an id', async () => {
      expect(await get((await createKey([])).secret, wrongCompany)).toEqual(forbidden('transactions:read'))
      expect(await get((await createKey([])).secret, unknownBill)).toEqual(forbidden('bills:read'))
    })

    it('304: a key without the scope does not learn whether anything changed', async () => {
      const { secret } = await createKey([])
      const headers = { 'if-none-match': '*' }
      const reply = await exchange(service.current, 'GET', '/v1/transactions', { secret, headers })
      expect(outcome(reply)).toEqual(forbidden('transactions:read'))
    })
  })

  describe('400 comes before', () => {
    it('404 of a company in the query', async () => {
      const { secret } = await createKey(everyScope)
      expect(await get(secret, wrongQueryAndCompany)).toEqual(
        badRequest({ path: 'limit', message: 'must be from 1 to 100' }),
      )
    })

    it('404 of a company in the query, for a malformed cursor too', async () => {
      const { secret } = await createKey(everyScope)
      expect(await get(secret, `${wrongCompany}&cursor=x`)).toEqual(
        badRequest({
          path: 'cursor',
          message: 'is not a cursor from this service; pass nextCursor of the previous page unchanged',
        }),
      )
    })

    it('404 of a company in the body, for an invalid IBAN', async () => {
      const { secret } = await createKey(everyScope)
      const json = { companyId: 'com_nobody', name: 'A', iban: 'ZZ89370400440532013000' }
      expect(outcome(await exchange(service.current, 'POST', '/v1/payees', { secret, json }))).toEqual(
        badRequest({
          path: 'iban',
          message: 'is not a valid IBAN: No IBAN starts with ZZ: that code is not in the IBAN registry',
        }),
      )
    })

    it('409: a wrong field is reported before a duplicate', async () => {
      const file = smallWorkspace()
      await service.current.load(file)
      const secret = await service.current.key(file)
      const json = { name: '', iban: file.payees[0]?.iban }
      expect(outcome(await exchange(service.current, 'POST', '/v1/payees', { secret, json }))).toEqual(
        badRequest({ path: 'name', message: 'must be 1 to 70 characters long' }),
      )
    })
  })

  describe('404 comes last', () => {
    it('if nothing else is wrong', async () => {
      const { secret } = await createKey(everyScope)
      expect(await get(secret, unknownBill)).toEqual(
        notFound('There is no bill with this id in the workspace.'),
      )
    })
  })
})
