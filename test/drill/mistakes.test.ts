/** What counts as a mistake in the protocol, and what does not. */
import { describe, expect, it } from 'vitest'
import { Mistakes, type WatchedRequest } from '../../src/drill/mistakes.ts'
import type { InjectedFault } from '../../src/drill/record.ts'

const fault: InjectedFault = { number: 1, kind: '429', request: 1, method: 'GET', path: '/changes' }

const request = (given: Partial<WatchedRequest> & { text?: string } = {}): WatchedRequest => {
  const { text = '', ...rest } = given
  const path = rest.path ?? '/payees'
  return {
    ...{ number: 2, method: 'GET', path, target: path, keyHash: 'k', idempotencyKey: null },
    body: Buffer.from(text),
    ...rest,
  }
}

const post = (given: Partial<WatchedRequest> & { text?: string } = {}) =>
  request({ method: 'POST', text: '{"a":1}', ...given })

function watch() {
  const time = { ms: 0 }
  const mistakes = new Mistakes(() => time.ms)
  return { time, mistakes, kinds: () => mistakes.list.map(({ kind }) => kind) }
}

describe('Retry-After', () => {
  it('is ignored by the same request before its time is over', () => {
    const { mistakes, time, kinds } = watch()
    mistakes.mustWait(request(), 2, fault)
    time.ms = 1_900
    mistakes.check(request())
    expect(kinds()).toEqual(['retry-after-ignored'])
    expect(mistakes.list[0]?.sentence).toContain('100 ms before its Retry-After of 2 s was over')
  })

  it.each<[string, number, Partial<WatchedRequest>]>([
    ['the same request after it', 2_000, {}],
    ['a timer that fires a little early', 1_990, {}],
    ['another request', 0, { target: '/payees?companyId=c' }],
    ['the same request with another key', 0, { keyHash: 'other' }],
  ])('is not ignored by %s', (_, ms, given) => {
    const { mistakes, time, kinds } = watch()
    mistakes.mustWait(request(), 2, fault)
    time.ms = ms
    mistakes.check(request(given))
    expect(kinds()).toEqual([])
  })
})

describe('a write whose outcome is unknown', () => {
  it.each<[string, Partial<WatchedRequest>, boolean]>([
    ['without a key', {}, true],
    ['without a key, though nothing was done', {}, false],
    ['with another key than before', { idempotencyKey: 'second' }, true],
  ])('must not be repeated %s', (_, again, done) => {
    const { mistakes, kinds } = watch()
    const first = again.idempotencyKey === undefined ? post() : post({ idempotencyKey: 'first' })
    mistakes.outcomeUnknown(first, done, fault)
    mistakes.check(post(again))
    expect(kinds()).toEqual(['repeated-without-key'])
  })

  it('may be repeated with its key', () => {
    const { mistakes, kinds } = watch()
    mistakes.outcomeUnknown(post({ idempotencyKey: 'k' }), true, fault)
    mistakes.check(post({ idempotencyKey: 'k' }))
    expect(kinds()).toEqual([])
  })

  it('may be repeated after a look, if it had not been done', () => {
    const { mistakes, kinds } = watch()
    mistakes.outcomeUnknown(post(), false, fault)
    mistakes.answered(request())
    mistakes.check(post())
    expect(kinds()).toEqual([])
  })

  it.each<[string, WatchedRequest]>([
    ['another list', request({ path: '/bills' })],
    ['the same list with another key', request({ keyHash: 'other' })],
  ])('may not after a look at %s', (_, look) => {
    const { mistakes, kinds } = watch()
    mistakes.outcomeUnknown(post(), false, fault)
    mistakes.answered(look)
    mistakes.check(post())
    expect(kinds()).toEqual(['repeated-without-key'])
  })

  it('may come again once what it created was deleted', () => {
    const { mistakes, kinds } = watch()
    mistakes.outcomeUnknown(post(), true, fault)
    mistakes.answered(request({ method: 'DELETE', path: '/payees/p' }))
    mistakes.check(post())
    expect(kinds()).toEqual([])
  })

  it('may come again if the answer arrived after all, or if it has another body, or is no POST', () => {
    const { mistakes, kinds } = watch()
    mistakes.outcomeUnknown(post(), true, fault)
    mistakes.check(post({ text: '{"a":2}' }))
    mistakes.outcomeKnown(post())
    mistakes.check(post())
    mistakes.outcomeUnknown(request({ method: 'PATCH', path: '/payees/p' }), true, fault)
    mistakes.check(request({ method: 'PATCH', path: '/payees/p' }))
    expect(kinds()).toEqual([])
  })
})

it('keeps a thousand mistakes, and counts all', () => {
  const { mistakes } = watch()
  for (let number = 0; number < 1_500; number += 1) mistakes.add('old-cursor', number, fault, 'x')
  expect([mistakes.list.length, mistakes.count]).toEqual([1_000, 1_500])
})
