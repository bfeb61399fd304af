/** Counts requests by operation and status, their durations, and refusals with 401 and 429. */
import type { ObservedExchange, ReplyObserver } from '../../api/app.ts'
import { DurationHistogram } from '../../domain/histogram.ts'
import { counter, histogram, type Metric } from './metric.ts'
import { isUnder, operationOf } from './operationOf.ts'

interface OperationCounts {
  byStatus: Map<number, number>
  durations: DurationHistogram
}

const refusedWho = ['key', 'address', 'person', 'visitor'] as const
const failureKinds = ['key', 'session', 'sign_in'] as const

export class RequestCounts {
  readonly #operations = new Map<string, OperationCounts>()
  /** Who was rate-limited. A visitor uses the console without being signed in. */
  readonly #rateLimited = { key: 0, address: 0, person: 0, visitor: 0 }
  readonly #failures = { key: 0, session: 0, sign_in: 0 }

  readonly observe: ReplyObserver = (exchange, status, ms) => {
    const operation = operationOf(exchange, status)
    const counts = this.#operations.get(operation) ?? this.#added(operation)
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
    counts.durations.add(ms)
    if (status === 429) this.#rateLimited[whoOf(exchange)] += 1
    if (status === 401) this.#failures[failureOf(exchange, operation)] += 1
  }

  #added(operation: string): OperationCounts {
    const counts = { byStatus: new Map<number, number>(), durations: new DurationHistogram() }
    this.#operations.set(operation, counts)
    return counts
  }

  metrics(): Metric[] {
    return [
      counter('florin_http_requests_total', 'Completed requests by operation and status.', () =>
        [...this.#operations].flatMap(([operation, { byStatus }]) =>
          [...byStatus].map(([status, value]) => ({ labels: { operation, status }, value })),
        ),
      ),
      histogram(
        'florin_http_request_duration_seconds',
        'Time from a request to the head of its reply, by operation.',
        () =>
          [...this.#operations].map(([operation, { durations }]) => ({ labels: { operation }, durations })),
      ),
      counter('florin_rate_limited_total', 'Requests refused with 429, by kind of client.', () =>
        refusedWho.map(who => ({ labels: { who }, value: this.#rateLimited[who] })),
      ),
      counter(
        'florin_authentication_failures_total',
        'Requests refused with 401, by kind of credential.',
        () => failureKinds.map(kind => ({ labels: { kind }, value: this.#failures[kind] })),
      ),
    ]
  }
}

function whoOf({ path, key, fromItsNetworks, personId }: ObservedExchange): (typeof refusedWho)[number] {
  if (isUnder('/v1', path)) return key === null || !fromItsNetworks ? 'address' : 'key'
  return personId === null ? 'visitor' : 'person'
}

function failureOf({ path }: ObservedExchange, operation: string): (typeof failureKinds)[number] {
  if (isUnder('/v1', path)) return 'key'
  return operation === 'console:signIn' ? 'sign_in' : 'session'
}
