import { describe, expect, it } from 'vitest'
import type { ObservedExchange } from '../../../src/api/app.ts'
import { RequestCounts } from '../../../src/main/metrics/requestCounts.ts'
import type { KeyState } from '../../../src/store/keys/keyState.ts'
import { requestOf } from '../../http/replies/directApp.ts'

describe('A reply with status 429 under /v1', () => {
  it.each([
    ['the key, past its own limit', { key: {} as KeyState, fromItsNetworks: true }, 'key'],
    [
      'the address, with a key from outside its networks',
      { key: {} as KeyState, fromItsNetworks: false },
      'address',
    ],
    ['the address, without a valid key', { key: null, fromItsNetworks: true }, 'address'],
  ])('is counted for %s', async (_, who, expected) => {
    const counts = new RequestCounts()
    const path = '/v1/companies'
    const exchange: ObservedExchange = {
      request: requestOf('GET', path, {}),
      path,
      personId: null,
      operationId: null,
      ...who,
    }
    counts.observe(exchange, 429, 1)
    const metric = counts.metrics().find(({ name }) => name === 'florin_rate_limited_total')
    const values = (await metric?.get())?.values.filter(({ value }) => value > 0)
    expect(values).toMatchObject([{ labels: { who: expected }, value: 1 }])
  })
})
