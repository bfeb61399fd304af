/** Work in the background on the embedded store lets a request finish, which takes several queries. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { untilOthersRest } from '../../../src/store/engine/embedded/rest.ts'

describe('work in the background', () => {
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
    const others = { calls: 0, stopped: false }
    const ask = async () => {
      for (; !others.stopped; others.calls += 1) await nextTurn()
    }
    const asking = ask()
    await untilOthersRest(() => others.calls)
    expect(others.calls).toBeGreaterThan(10)
    others.stopped = true
    await asking
  })

  it('goes on at once if nobody asks', async () => {
    let turns = 0
    const counted = (async () => {
      for (; turns < 100; turns += 1) await nextTurn()
    })()
    await untilOthersRest(() => 0)
    expect(turns).toBeLessThan(10)
    await counted
  })
})
