/** Which fault hits which request, without any network. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FaultKind,
  faultKinds,
  faultsOf,
  parsePlan,
  requestKindOf,
  requestKinds,
} from '../../src/drill/faults.ts'
import { dueFault, type Schedule } from '../../src/drill/schedule.ts'

const schedules = fc.record<Schedule>({
  seed: fc.nat(),
  plan: fc.subarray([...faultKinds], { minLength: 1 }),
  every: fc.integer({ min: 2, max: 9 }),
})
const kinds = fc.constantFrom(...requestKinds)

const dueIn = (schedule: Schedule, kind: (typeof requestKinds)[number], count: number) =>
  Array.from({ length: count }, (_, index) => dueFault(schedule, kind, index)?.kind ?? null)

describe('the schedule', () => {
  it('has the same faults, with the same details, for the same seed', () => {
    fc.assert(
      fc.property(schedules, kinds, (schedule, kind) => {
        const again = { ...schedule, plan: [...schedule.plan].reverse() }
        expect(dueIn(again, kind, 60)).toEqual(dueIn(schedule, kind, 60))
        for (let index = 0; index < 60; index += 1) {
          const due = dueFault(schedule, kind, index)
          expect(dueFault(again, kind, index)?.below('bytes', 1000)).toBe(due?.below('bytes', 1000))
        }
      }),
    )
  })

  it('differs between seeds', () => {
    const of = (seed: number) => dueIn({ seed, plan: faultKinds, every: 3 }, 'feed', 60).join()
    expect(new Set(Array.from({ length: 100 }, (_, seed) => of(seed))).size).toBe(100)
  })

  it('brings every fault of the plan that fits, once in each round, and no other', () => {
    fc.assert(
      fc.property(schedules, kinds, fc.nat({ max: 20 }), (schedule, kind, round) => {
        const fitting = schedule.plan.filter(fault => faultsOf[kind].includes(fault))
        const length = fitting.length * schedule.every
        const due = Array.from({ length }, (_, index) => dueFault(schedule, kind, round * length + index))
        const hits = due.flatMap(each => (each === null ? [] : each.kind))
        expect(hits.sort()).toEqual([...fitting].sort())
      }),
    )
  })

  it('never hits three requests in a row, so a client that repeats twice gets through', () => {
    fc.assert(
      fc.property(schedules, kinds, (schedule, kind) => {
        const runs = dueIn(schedule, kind, 200)
          .map(due => (due === null ? ' ' : 'x'))
          .join('')
        expect(runs).not.toContain('xxx')
      }),
    )
  })

  it('reaches two in a row, every detail, and every place in a window', () => {
    const due = Array.from({ length: 300 }, (_, index) =>
      dueFault({ seed: 7, plan: faultKinds, every: 3 }, 'read', index),
    )
    expect(due.some((each, index) => each !== null && due[index + 1])).toBe(true)
    expect(new Set(due.flatMap((each, index) => (each ? [index % 3] : []))).size).toBe(3)
    expect(new Set(due.flatMap(each => (each ? [each.below('form', 2)] : []))).size).toBe(2)
  })

  it('has twelve faults, each of which can hit some request', () => {
    expect(faultKinds).toHaveLength(12)
    const reachable = new Set<FaultKind>(requestKinds.flatMap(kind => faultsOf[kind]))
    expect([...reachable].sort()).toEqual([...faultKinds].sort())
  })
})

describe('a request', () => {
  it.each([
    ['GET', '/changes', 'cursor=c', 'feed'],
    ['GET', '/changes', '', 'read'],
    ['GET', '/changes', 'cursor=', 'read'],
    ['GET', '/transactions', 'cursor=c', 'page'],
    ['GET', '/payees', '', 'read'],
    ['POST', '/payees', '', 'write'],
    ['PATCH', '/payees/p', '', 'write'],
    ['DELETE', '/payees/p', '', 'write'],
  ])('%s %s?%s is a %s', (method, path, query, kind) => {
    expect(requestKindOf(method, path, new URLSearchParams(query))).toBe(kind)
  })
})

describe('a plan', () => {
  const everything = { writer: true, receiver: true }

  it('named all has every fault whose means are there', () => {
    expect(parsePlan('all', everything)).toEqual({ ok: true, plan: faultKinds })
    const bare = parsePlan('all', { writer: false, receiver: false })
    expect(bare.ok && faultKinds.filter(kind => !bare.plan.includes(kind))).toEqual([
      'change',
      'webhook-doubled',
      'webhook-late',
    ])
  })

  it('names faults, each once', () => {
    expect(parsePlan('429, 503,429', everything)).toEqual({ ok: true, plan: ['429', '503'] })
  })

  it.each([
    ['', everything, 'There is no fault ""'],
    ['429,teapot', everything, 'There is no fault "teapot"'],
    ['x'.repeat(1000), everything, 'too long'],
    ['change', { writer: false, receiver: true }, '--writer-key'],
    ['webhook-late', { writer: true, receiver: false }, '--receiver'],
  ])('%s is refused with a reason', (text, means, reason) => {
    expect(parsePlan(text, means)).toMatchObject({ ok: false, mistake: expect.stringContaining(reason) })
  })
})
