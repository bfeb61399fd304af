import { inspect } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { createCall } from '../../src/client/call.ts'
import { createClient, FlorinConnectionError, FlorinError, type Payee } from '../../src/client/index.ts'
import {
  apiKey,
  baseUrl,
  busy,
  clientOf,
  failure,
  json,
  newPayee,
  page,
  type Responder,
  rejection,
  silent,
  unplugged,
} from './fakeNetwork.ts'

describe('requests', () => {
  test('every operation has its method and path', async () => {
    const { client, requests, urls } = clientOf([page([])])
    await client.workspace.get()
    await client.companies.list()
    await client.accounts.list()
    await client.accounts.get('a1')
    await client.transactions.list()
    await client.transactions.get('t1')
    await client.categories.list()
    await client.bills.list()
    await client.bills.get('b1')
    await client.payees.list()
    await client.payees.get('p1')
    await client.payees.create(newPayee)
    await client.payees.update('p1', { defaultReference: null })
    await client.payees.delete('p1')
    await client.changes.list({ resources: ['transaction', 'payee'], wait: 5 })
    await client.digest.get({ resource: 'bill', by: 'day' })
    expect(urls().map((url, index) => `${requests[index]?.method} ${url}`)).toEqual([
      'GET /workspace',
      'GET /companies',
      'GET /accounts',
      'GET /accounts/a1',
      'GET /transactions',
      'GET /transactions/t1',
      'GET /categories',
      'GET /bills',
      'GET /bills/b1',
      'GET /payees',
      'GET /payees/p1',
      'POST /payees',
      'PATCH /payees/p1',
      'DELETE /payees/p1',
      'GET /changes?resources=transaction%2Cpayee&wait=5',
      'GET /digest?resource=bill&by=day',
    ])
    expect(requests.every(({ headers }) => headers.get('authorization') === `Bearer ${apiKey}`)).toBe(true)
  })

  test('a body is sent as JSON, with an idempotency key only if the caller passes one', async () => {
    const { client, requests } = clientOf([json({ id: 'p1' }, 201)])
    expect(await client.payees.create(newPayee, { idempotencyKey: 'once' })).toEqual({ id: 'p1' })
    await client.payees.create(newPayee)
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['once', null])
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(await requests[0]?.json()).toEqual(newPayee)
  })

  test.each(['https://florin.test/v1', 'https://florin.test/v1/', 'https://florin.test/v1//'])(
    'the base URL %s gives the same request URL',
    async address => {
      const { client, requests } = clientOf([json({})], { baseUrl: address })
      await client.workspace.get()
      expect(requests[0]?.url).toBe('https://florin.test/v1/workspace')
    },
  )

  test.each(['a/b', '../payees', 'ä ö', '50%', '%2F', 'a?b#c', '$&', '…'])(
    'the id %s stays one path segment',
    async id => {
      const { client, requests } = clientOf([json({})])
      await client.accounts.get(id)
      const segments = new URL(requests[0]?.url ?? '').pathname.split('/').slice(2)
      expect(segments.map(decodeURIComponent)).toEqual(['accounts', id])
    },
  )

  test.each(['', '.', '..'])('the id "%s" is rejected, because a URL would drop it', async id => {
    const { client, requests } = clientOf([json({})])
    expect(await rejection(client.payees.delete(id))).toBeInstanceOf(TypeError)
    expect(requests).toEqual([])
  })

  test('parameters are encoded, and undefined ones are left out', async () => {
    const { client, requests } = clientOf([page([])])
    await client.transactions.list({
      companyId: 'ä&b=c',
      updatedAfter: '2026-01-01T00:00:00+01:00',
      limit: 7,
    })
    await client.transactions.list({ companyId: undefined, status: undefined, limit: undefined })
    const { searchParams } = new URL(requests[0]?.url ?? '')
    const expected = { companyId: 'ä&b=c', updatedAfter: '2026-01-01T00:00:00+01:00', limit: '7' }
    expect(Object.fromEntries(searchParams)).toEqual(expected)
    expect(requests[1]?.url).toBe(`${baseUrl}/transactions`)
  })

  test('results follow the contract: a list is an object, a delete returns nothing', async () => {
    const list = { data: [{ id: 'p1' }] }
    const { client } = clientOf([json(list), () => new Response(null, { status: 204 })])
    expect(await client.payees.list()).toEqual(list)
    expect(await client.payees.delete('p1')).toBeUndefined()
  })

  test('a signal aborts a request with its reason, and the request is not retried', async () => {
    const { client, requests, waits } = clientOf([silent])
    const controller = new AbortController()
    const pending = rejection(client.workspace.get({ signal: controller.signal }))
    controller.abort(new Error('changed my mind'))
    expect(await pending).toEqual(new Error('changed my mind'))
    expect(await rejection(client.accounts.get('a1', { signal: AbortSignal.abort('gone') }))).toBe('gone')
    expect([requests.length, waits]).toEqual([1, []])
  })

  test('a signal ends the wait before a retry', async () => {
    const { client, requests } = clientOf([busy('60')], { sleep: undefined })
    const controller = new AbortController()
    const pending = rejection(client.workspace.get({ signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort('enough')
    expect(await pending).toBe('enough')
    expect(requests).toHaveLength(1)
  })
})

test('a call that is not in the contract does not compile', () => {
  // Never run. The type check fails unless each marked line is an error.
  const calls = () => {
    const client = createClient({ baseUrl, apiKey })
    const call = createCall(async () => ({}))
    const payee: Promise<Payee> = call('createPayee', 'POST', '/payees', { body: newPayee })
    return [
      payee,
      // @ts-expect-error The path is another operation's.
      call('createPayee', 'POST', '/accounts', { body: newPayee }),
      // @ts-expect-error The method is another operation's.
      call('createPayee', 'GET', '/payees', { body: newPayee }),
      // @ts-expect-error There is no such operation.
      call('createBill', 'POST', '/bills', { body: newPayee }),
      // @ts-expect-error The name is missing from the body.
      call('createPayee', 'POST', '/payees', { body: { iban: newPayee.iban } }),
      // @ts-expect-error The body is missing.
      call('createPayee', 'POST', '/payees', {}),
      // @ts-expect-error The id is missing.
      call('getPayee', 'GET', '/payees/{id}', {}),
      // @ts-expect-error A list has no id.
      call('listPayees', 'GET', '/payees', { id: 'p1' }),
      // @ts-expect-error A change takes no idempotency key.
      call('updatePayee', 'PATCH', '/payees/{id}', { id: 'p1', body: {}, idempotencyKey: 'once' }),
      // @ts-expect-error It is not a status.
      client.transactions.list({ status: 'bokked' }),
      // @ts-expect-error Categories are not per company.
      client.categories.list({ companyId: 'c1' }),
      // @ts-expect-error A walk starts at the first page.
      client.transactions.all({ cursor: 'next' }),
      // @ts-expect-error A walk starts at the first page.
      client.bills.sync({ cursor: 'next' }),
      // @ts-expect-error There is no such resource.
      client.changes.list({ resources: ['invoice'] }),
      // @ts-expect-error A digest is of one resource.
      client.digest.get({ resources: ['payee'] }),
      // @ts-expect-error Bills have no account.
      client.bills.sync({ accountId: 'a1' }),
    ]
  }
  expect(calls).toBeTypeOf('function')
})

describe('errors', () => {
  test('errors from the service are typed', async () => {
    const issues = [{ path: 'iban', message: 'must be a string' }]
    const { client } = clientOf([
      failure(403, 'FORBIDDEN', { 'request-id': 'req_1' }, { data: { requiredScopes: ['payees:write'] } }),
      failure(400, 'BAD_REQUEST', {}, { data: { issues } }),
      failure(409, 'CONFLICT', {}, { defined: false, data: { payeeId: 'p1', issues } }),
    ])
    const forbidden = await rejection(client.payees.create(newPayee))
    expect(forbidden).toBeInstanceOf(FlorinError)
    expect(forbidden).toMatchObject({
      name: 'FlorinError',
      code: 'FORBIDDEN',
      status: 403,
      defined: true,
      message: 'It is FORBIDDEN',
      requestId: 'req_1',
      requiredScopes: ['payees:write'],
      issues: [],
      retryAfterSeconds: null,
    })
    const invalid = { code: 'BAD_REQUEST', issues, requiredScopes: [], requestId: null }
    expect(await rejection(client.payees.create(newPayee))).toMatchObject(invalid)
    const conflict = { defined: false, status: 409, data: { payeeId: 'p1' }, issues: [] }
    expect(await rejection(client.payees.create(newPayee))).toMatchObject(conflict)
  })

  test.each<[string, Responder]>([
    ['an error page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['JSON of another shape', json({ error: 'nope' }, 404)],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } }),
    ],
    ['a login page with status 200', () => new Response('<h1>Log in</h1>')],
    ['nothing with status 200', () => new Response('')],
  ])('%s is not a response of the service, and the request is not retried', async (_, responder) => {
    const { client, requests } = clientOf([responder])
    const error = await rejection(client.workspace.get())
    expect(error).toBeInstanceOf(FlorinConnectionError)
    expect(error).toMatchObject({
      name: 'FlorinConnectionError',
      message: expect.stringMatching(/status \d+/),
    })
    expect(requests).toHaveLength(1)
  })

  test('a network error names the request and the cause', async () => {
    const { client } = clientOf([unplugged], { retries: 0 })
    const { message, status } = (await rejection(client.accounts.get('a1'))) as FlorinConnectionError
    expect(message).toBe(
      'getAccount (GET https://florin.test/v1/accounts/a1) failed: fetch failed: connect ECONNREFUSED 127.0.0.1:9',
    )
    expect(status).toBeNull()
  })

  test('a response that takes too long is a connection error', async () => {
    const { client } = clientOf([silent], { retries: 0, timeoutMs: 5 })
    const error = await rejection(client.workspace.get())
    expect(error).toBeInstanceOf(FlorinConnectionError)
    expect(error).toHaveProperty('message', expect.stringContaining('within 5 ms'))
  })

  test.each<[string, Responder]>([
    ['the service echoes it', failure(400, 'BAD_REQUEST', { 'request-id': apiKey }, echo())],
    ['the network error quotes it', request => Promise.reject(new Error('bad', { cause: quote(request) }))],
    ['the error object contains it', request => Promise.reject({ request, key: apiKey })],
    ['a proxy echoes it', request => new Response(inspect([...request.headers]), { status: 500 })],
  ])('no output of an error contains the API key, even if %s', async (_, responder) => {
    const { client } = clientOf([responder], { retries: 1 })
    const error = (await rejection(client.accounts.get(apiKey))) as Error
    const all = { ...error, stack: error.stack, message: error.message, cause: error.cause }
    const outputs = [inspect(error, { showHidden: true, depth: null }), String(error), JSON.stringify(all)]
    expect(outputs.join()).not.toContain(apiKey)
    expect(inspect(client, { showHidden: true, depth: null })).not.toContain(apiKey)
  })

  test.each(['', `${apiKey}\n`, `${apiKey} `, 'schlüssel'])(
    'an invalid key is rejected without quoting it',
    key => {
      const refused = () => createClient({ baseUrl, apiKey: key })
      expect(refused).toThrow(new TypeError('apiKey is empty or contains characters that no API key has'))
    },
  )
})

function echo() {
  return { message: `Not ${apiKey}`, data: { [apiKey]: apiKey, issues: [{ path: apiKey, message: apiKey }] } }
}

function quote(request: Request): Error {
  return new Error(`invalid header: ${request.headers.get('authorization')}`)
}
