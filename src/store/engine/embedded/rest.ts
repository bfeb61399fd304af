/**
 * Lets others in between two pieces of long work. The engine works in this thread: while one of its queries runs, nothing
 * else does. A request takes several queries, and should not wait for a piece of work between each of them.
 */
import { setImmediate as othersHaveRun, setTimeout as pause } from 'node:timers/promises'

/** But the work has to go on, too. */
const othersMsMax = 30

/** Between two queries of a request there may be turns of the event loop without one. They cost next to nothing. */
const turnsMin = 4

/** Waits until nobody has asked for some turns of the event loop. `callsSoFar` counts queries. */
export async function untilOthersRest(callsSoFar: () => number): Promise<void> {
  const endMs = performance.now() + othersMsMax
  for (let idleTurns = 0; idleTurns < turnsMin && performance.now() < endMs; ) {
    const before = callsSoFar()
    await othersHaveRun()
    idleTurns = callsSoFar() > before ? 0 : idleTurns + 1
  }
}

/** A client that asks for one page after the other has sent its next request by then. */
const quietMs = 10
/** Ten times as long as a piece of work in the background, so that one request in ten has to wait for one. */
const quietMsMax = 150

/** For work that nobody waits for: if somebody asks, also waits until nobody has for some milliseconds. */
export async function untilOthersAreQuiet(callsSoFar: () => number): Promise<void> {
  const endMs = performance.now() + quietMsMax
  let before = callsSoFar()
  await untilOthersRest(callsSoFar)
  while (callsSoFar() > before && performance.now() < endMs) {
    before = callsSoFar()
    await pause(quietMs)
  }
}
