/** A wrong address of the service is explained: when the client is created, or by the first response that shows it. */
import { describe, expect, test } from 'vitest'
import { createClient, FlorinConnectionError, FlorinError } from '../../src/client/index.ts'
import { apiKey, clientOf, failure, json, type Responder, rejection } from './fakeNetwork.ts'

const consolePage: Responder = () =>
  new Response('<!doctype html><title>Florin</title>', { headers: { 'content-type': 'text/html' } })

describe('createClient rejects', () => {
  test.each([
    ['https://florin.example', 'baseUrl has no /v1 at its end: write https://florin.example/v1'],
    ['https://florin.example//', 'baseUrl has no /v1 at its end: write https://florin.example/v1'],
    ['http://127.0.0.1:8080/', 'baseUrl has no /v1 at its end: write http://127.0.0.1:8080/v1'],
    ['florin.example/v1', 'baseUrl must be an address with http:// or https://'],
    ['localhost:8080/v1', 'baseUrl must be an address with http:// or https://'],
    ['', 'baseUrl must be an address with http:// or https://'],
    ['https://florin.example/v1?key=1', 'without ? and #'],
    ['https://ada:secret@florin.example/v1', 'must not contain a user name or password'],
  ])('%s, and says what to write', (baseUrl, message) => {
    const create = () => createClient({ baseUrl, apiKey })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
    expect(create).not.toThrow(/secret/)
  })

  test.each(['https://florin.example/v1', 'https://florin.example/books/v1', 'http://[::1]:8080/v1/', '/v1'])(
    'but not %s',
    baseUrl => {
      expect(createClient({ baseUrl, apiKey })).toHaveProperty('workspace')
    },
  )
})

describe('a base URL that does not end in /v1', () => {
  const baseUrl = 'https://florin.example/books'
  const advice =
    'baseUrl https://florin.example/books does not end in /v1, so try https://florin.example/books/v1'

  test('is explained if a page comes back instead of JSON', async () => {
    const { client } = clientOf([consolePage], { baseUrl })
    const error = await rejection(client.transactions.list())
    expect(error).toBeInstanceOf(FlorinConnectionError)
    expect(error).toMatchObject({ status: 200, temporary: false, message: expect.stringContaining(advice) })
  })

  test('is explained if the service knows no such path', async () => {
    const { client } = clientOf([failure(404, 'NOT_FOUND', {}, { defined: false })], { baseUrl })
    const error = await rejection(client.transactions.list())
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(advice) })
  })

  test('is not blamed for a row that is not there, nor where it works', async () => {
    const { client } = clientOf([failure(404, 'NOT_FOUND'), json({ id: 'a1' })], { baseUrl })
    expect(await rejection(client.accounts.get('a1'))).toHaveProperty('message', 'It is NOT_FOUND')
    expect(await client.accounts.get('a1')).toEqual({ id: 'a1' })
  })

  test('is not blamed if it does end in /v1, or no key is used, as in the console', async () => {
    const right = clientOf([consolePage], { baseUrl: `${baseUrl}/v1` })
    expect(await rejection(right.client.transactions.list())).not.toHaveProperty(
      'message',
      expect.stringContaining('baseUrl'),
    )
    const console = clientOf([failure(404, 'NOT_FOUND', {}, { defined: false })], { baseUrl, apiKey: null })
    expect(await rejection(console.client.transactions.list())).toHaveProperty('message', 'It is NOT_FOUND')
  })
})
