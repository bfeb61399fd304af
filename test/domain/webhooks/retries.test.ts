import { describe, expect, it } from 'vitest'
import { afterFailure, type Failure, parseRetryAfter } from '../../../src/domain/webhooks/retries.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000]
const dayMs = 24 * hourMs

const failure = (given: Partial<Failure> = {}): Failure => ({
  nowMs,
  failedAttempts: 1,
  failingSinceMs: nowMs,
  status: 500,
  retryAfterMs: null,
  random: 0.5,
  ...given,
})

function pauseAfter(given: Partial<Failure>): number {
  const then = afterFailure(failure(given))
  if ('disable' in then) throw new Error(then.disable)
  return then.nextAtMs - nowMs
}

describe('a message that failed', () => {
  it('is sent again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then every 24 h', () => {
    const planned = [
      5 * secondMs,
      5 * minuteMs,
      30 * minuteMs,
      ...[2, 5, 10, 14, 20, 24, 24, 24].map(h => h * hourMs),
    ]
    expect(planned.map((_, index) => pauseAfter({ failedAttempts: index + 1 }))).toEqual(planned)
  })

  it('is sent up to a fifth sooner or later, by chance', () => {
    expect(pauseAfter({ failedAttempts: 2, random: 0 })).toBe(4 * minuteMs)
    expect(pauseAfter({ failedAttempts: 2, random: 1 })).toBe(6 * minuteMs)
  })

  it('waits for Retry-After, but never less than planned and never more than a day', () => {
    expect(pauseAfter({ retryAfterMs: 90 * secondMs })).toBe(90 * secondMs)
    expect(pauseAfter({ retryAfterMs: 1 })).toBe(5 * secondMs)
    expect(pauseAfter({ retryAfterMs: 365 * dayMs })).toBe(dayMs)
  })

  it('disables the webhook at once if the reply is 410', () => {
    expect(afterFailure(failure({ status: 410 }))).toEqual({ disable: 'gone' })
  })

  it('disables the webhook once it has failed for five days, whatever the status', () => {
    const since = { failedAttempts: 11, failingSinceMs: nowMs - 5 * dayMs }
    expect(afterFailure(failure({ ...since, status: null }))).toEqual({ disable: 'failing' })
    expect(pauseAfter({ ...since, failingSinceMs: nowMs - 5 * dayMs + 1 })).toBe(dayMs)
  })

  it('is tried 10 to 14 times before that', () => {
    for (const random of [0, 0.5, 1]) {
      let [atMs, tries] = [nowMs, 0]
      for (;;) {
        tries += 1
        const then = afterFailure(
          failure({ nowMs: atMs, failedAttempts: tries, failingSinceMs: nowMs, random }),
        )
        if ('disable' in then) break
        atMs = then.nextAtMs
      }
      expect(tries).toBeGreaterThanOrEqual(10)
      expect(tries).toBeLessThanOrEqual(14)
      expect(atMs - nowMs).toBeLessThan(7 * dayMs)
    }
  })
})

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120 * secondMs],
    ['Mon, 01 Jun 2026 12:00:30 GMT', 30 * secondMs],
    ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
    [undefined, null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026-06-01T12:00:30Z', null],
    ['Mon, 99 Jun 2026 12:00:30 GMT', null],
    ['9'.repeat(11), null],
    [`1${' '.repeat(100_000)}`, null],
  ])('%j is %j', (header, expected) => {
    expect(parseRetryAfter(header, nowMs)).toBe(expected)
  })
})
