/** Draws the requests of a run: fuzzed ones of every tenant from a pool that is renewed gradually. */
import fc from 'fast-check'
import { type FuzzRequest, fuzzRequests } from '../../test/http/errors/fuzzRequests.ts'
import { iban } from '../../test/support/builders.ts'
import type { Random } from '../support/random.ts'
import type { RawRequest } from './connection.ts'
import { rawRequest } from './mutations.ts'
import { replenish, type Tenant } from './tenants.ts'

/** A fifth of the requests write: they take by far the longest, and the other requests have more ways to go wrong. */
const weights = { any: 2, read: 6, create: 1, write: 1 }
/** Generating a request takes longer than serving it, so each is sent about ten times, mutated anew each time. */
const poolSize = 200
const renewEvery = 100
const renewed = 10
/** Number of requests of a tenant after which its payees are replenished. */
const replenishEvery = 500
const keysCount = 1_000
const ibanPattern = /DE\d{20}/g

interface Pool {
  tenant: Tenant
  requests: FuzzRequest[]
  draw(count: number): FuzzRequest[]
  uses: number
}

export class Source {
  readonly #url: string
  readonly #random: Random
  readonly #pools: Pool[]

  constructor(url: string, tenants: readonly Tenant[], seed: number, random: Random) {
    this.#url = url
    this.#random = random
    this.#pools = tenants.map((tenant, index) => poolOf(tenant, seed + index * 1_000_000))
  }

  /** The next request of the given tenant, or of a random one. */
  next(pool: Pool = this.#random.pick(this.#pools)): RawRequest {
    const random = this.#random
    pool.uses += 1
    if (pool.uses % renewEvery === 0) {
      for (const fresh of pool.draw(renewed)) pool.requests[random.below(poolSize)] = fresh
    }
    const request = this.#alive(random.pick(pool.requests))
    const path = request.path.replace(/@\d+@/, () => random.pick(pool.tenant.payeeIds))
    return rawRequest({ ...request, path }, random)
  }

  /** Requests that can share one connection. All are of the same tenant. */
  async batch(lengthMax: number): Promise<RawRequest[]> {
    const pool = this.#random.pick(this.#pools)
    const before = Math.floor(pool.uses / replenishEvery)
    const batch: RawRequest[] = []
    while (batch.length < lengthMax) {
      const request = this.next(pool)
      batch.push(request)
      if (request.last || request.closes) break
    }
    if (Math.floor(pool.uses / replenishEvery) > before) await replenish(this.#url, pool.tenant)
    return batch
  }

  /** IBANs and idempotency keys are used up by sending them, so half of the time they are replaced by new ones. */
  #alive(request: FuzzRequest): FuzzRequest {
    const random = this.#random
    if (request.method !== 'POST' || !random.percent(50)) return request
    const { 'idempotency-key': key, ...headers } = request.headers
    const text = request.body?.toString('latin1').replaceAll(ibanPattern, iban)
    return {
      ...request,
      headers: key ? { ...headers, 'idempotency-key': `${key}${random.below(keysCount)}` } : request.headers,
      body: text === undefined ? null : Buffer.from(text, 'latin1'),
    }
  }
}

function poolOf(tenant: Tenant, seed: number): Pool {
  const arbitrary = fuzzRequests(tenant.known, weights)
  let round = 0
  const draw = (count: number) => {
    round += 1
    return fc.sample(arbitrary, { numRuns: count, seed: seed + round })
  }
  return { tenant, requests: draw(poolSize), draw, uses: 0 }
}
