/** Error messages: what is wrong and what to do, in our own words, for all fields at once. */
import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../../src/contract/errors.ts'
import { iban } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { badRequest, exchange, outcome, ownWorkspace } from '../replies/exchange.ts'

const statuses = 'pending, booked, rejected, released, canceled'
const instant = 'must be an RFC 3339 instant with an offset, such as 2026-03-31T09:30:00Z'
const date = 'must be a date that exists, written YYYY-MM-DD'
const nul = 'must not contain a NUL or half of a surrogate pair'

describe('the wording of errors', () => {
  const service = useService('postgres')

  it('lists an issue for every wrong parameter, in data.issues and in the message', async () => {
    const { send } = await ownWorkspace(service.current)
    const query = [
      'companyId=%00',
      'accountId=%00',
      'categoryId=%00',
      'dateFrom=2026-02-30',
      'dateTo=31.12.2026',
      'status=Booked',
      'side=both',
      'updatedAfter=2026-01-01',
      'limit=1e1',
    ]
    expect(outcome(await send('GET', `/v1/transactions?${query.join('&')}`))).toEqual(
      badRequest(
        { path: 'companyId', message: nul },
        { path: 'accountId', message: nul },
        { path: 'dateFrom', message: date },
        { path: 'dateTo', message: date },
        { path: 'status', message: `must be one of ${statuses}, or several of them, separated by commas` },
        { path: 'side', message: 'must be one of credit, debit' },
        { path: 'categoryId', message: nul },
        { path: 'updatedAfter', message: instant },
        { path: 'limit', message: 'must be a whole number from 1 to 100, in plain digits' },
      ),
    )
  })

  it('lists a repeated parameter together with another wrong one', async () => {
    const { send } = await ownWorkspace(service.current)
    expect(outcome(await send('GET', '/v1/bills?limit=1&status=x&limit=2'))).toEqual(
      badRequest(
        { path: 'limit', message: 'is given more than once' },
        {
          path: 'status',
          message:
            'must be one of new, processing, extract_failed, pending_match, matched, pending_approval, ' +
            'approved, scheduled, paid, rejected, archived, or several of them, separated by commas',
        },
      ),
    )
  })

  it('explains a plus that a URL turned into a space', async () => {
    const { send } = await ownWorkspace(service.current)
    expect(outcome(await send('GET', '/v1/bills?updatedAfter=2026-01-01T00:00:00+02:00'))).toEqual(
      badRequest({
        path: 'updatedAfter',
        message: `${instant}; in a URL, write the + of the offset as %2B`,
      }),
    )
  })

  it('consists of whole sentences without stack traces, SQL or library terms', async () => {
    const { send, secret, file } = await ownWorkspace(service.current)
    const taken = iban()
    await send('POST', '/v1/payees', { name: 'A', iban: taken })
    const bodies = [
      ...['{', '[]', 'null', '""', '{"name":1}', '{"name":[],"x":{}}', '{"name":{"a":1},"iban":null}'],
      ...['{"name":"A","iban":"DE00370400440532013000"}', `{"name":"A","iban":"${taken}"}`, ''],
      ...['{"name":"\\u0000","iban":true,"defaultReference":7,"companyId":[]}', '{"__proto__":1}'],
    ]
    const gets = [
      ...['limit=0', 'limit=x', 'limit=99999999999999999999', 'cursor=x', 'status=', 'status=x', 'side=1'],
      ...['dateFrom=x', 'updatedAfter=x', 'companyId=x', 'companyId=%00', 'companyId=a&companyId=b'],
    ]
    const replies = [
      ...(await Promise.all(
        ['POST', 'PATCH'].flatMap(method =>
          bodies.map(bytes =>
            exchange(service.current, method, method === 'POST' ? '/v1/payees' : '/v1/payees/x', {
              secret,
              bytes,
              headers: { 'content-type': 'application/json' },
            }),
          ),
        ),
      )),
      ...(await Promise.all(
        ['transactions', 'bills', 'payees', 'accounts', 'companies'].flatMap(list =>
          gets.map(query => send('GET', `/v1/${list}?${query}`)),
        ),
      )),
      await send('GET', '/v1/payees/%00'),
      await send('GET', '/v1/nothing'),
      await send('PUT', '/v1/payees'),
      await send('POST', '/v1/payees', { name: 'A', iban: iban() }, { 'idempotency-key': 'é' }),
      await exchange(service.current, 'GET', '/v1/payees'),
      await exchange(service.current, 'GET', '/v1/payees', { secret: 'florin_x' }),
      await exchange(service.current, 'GET', '/v1/payees', {
        secret: await service.current.key(file, { scopes: [] }),
      }),
    ]
    const errors = replies.filter(({ status }) => status >= 400).map(({ body }) => body as ErrorBody)
    expect(errors.length).toBeGreaterThan(50)
    for (const error of errors) {
      const text = JSON.stringify(error)
      expect(text).not.toMatch(/invalid input|expected|received|unrecognized|zod|undefined|\[object/i)
      expect(text).not.toMatch(/\bselect\b|\binsert\b|constraint|relation|syntax error|unexpected token/i)
      expect(text).not.toMatch(/\n|\\n|node_modules|\.ts\b|at \w+ \(/)
      expect(error.message).toMatch(/^\S.*\.$/)
    }
  })
})
