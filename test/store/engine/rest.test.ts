/** Work in the background on the embedded store lets a request finish, which takes several queries. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilOthersAreQuiet, untilOthersRest } from '../../../src/store/engine/embedded/rest.ts'

/** Milliseconds that pass each time somebody looks at the clock. Without any, no limit is reached. */
let msPerLook = 0

beforeEach(() => {
  let nowMs = 0
  msPerLook = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += msPerLook
    return nowMs
  })
})
afterEach(() => vi.restoreAllMocks())

/** Asks until it is stopped, with `wait` between its queries. */
function othersWho(wait: () => Promise<unknown>) {
  const others = { calls: 0, stopped: false }
  const asking = (async () => {
    for (; !others.stopped; others.calls += 1) await wait()
  })()
  const stop = async () => {
    others.stopped = true
    await asking
  }
  return { callsSoFar: () => others.calls, stop }
}

/** Turns of the event loop; 100 at most. */
async function turnsDuring(wait: () => Promise<void>): Promise<number> {
  let turns = 0
  const counting = (async () => {
    for (; turns < 100; turns += 1) await nextTurn()
  })()
  await wait()
  const counted = turns
  await counting
  return counted
}

describe('a piece of long work', () => {
  it('waits until nobody has asked for some turns, also if there are turns between their queries', async () => {
    let calls = 0
    const request = async () => {
      for (; calls < 10; calls += 1) {
        await nextTurn()
        await nextTurn()
      }
    }
    const requested = request()
    await untilOthersRest(() => calls)
    expect(calls).toBe(10)
    await requested
  })

  it('goes on although others never stop asking', async () => {
    msPerLook = 1
    const { callsSoFar, stop } = othersWho(nextTurn)
    await untilOthersRest(callsSoFar)
    expect(callsSoFar()).toBeGreaterThan(10)
    await stop()
  })

  it('goes on at once if nobody asks', async () => {
    expect(await turnsDuring(() => untilOthersRest(() => 0))).toBeLessThan(10)
  })
})

describe('a piece of work that nobody waits for', () => {
  it('also waits for a client that soon asks again', async () => {
    let calls = 0
    const client = async () => {
      for (; calls < 5; calls += 1) await pause(1)
    }
    const asking = client()
    const waiting = untilOthersAreQuiet(() => calls)
    calls += 1
    await waiting
    expect(calls).toBe(5)
    await asking
  })

  it('goes on although others never stop asking', async () => {
    msPerLook = 15
    const { callsSoFar, stop } = othersWho(nextTurn)
    await untilOthersAreQuiet(callsSoFar)
    expect(callsSoFar()).toBeGreaterThan(1)
    await stop()
  })

  it('goes on at once if nobody asks', async () => {
    expect(await turnsDuring(() => untilOthersAreQuiet(() => 0))).toBeLessThan(10)
  })
})
