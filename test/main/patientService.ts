/**
 * A service that gives up nothing after ten seconds, be it a request under way as it ends or a connection that nobody
 * uses. For people those seconds are long; on a machine that stalls they may be over between two lines of a test.
 */
import type { Sandbox } from '../support/program.ts'

const manyTimes = 60

/** Loaded before the program, and by its workers. */
const laterDeadlines = `
  const { setTimeout } = globalThis
  globalThis.setTimeout = (work, ms, ...given) =>
    setTimeout(work, ms >= 10_000 ? ms * ${manyTimes} : ms, ...given)
`

/** What to add to the environment of the service. */
export function patient(sandbox: Sandbox): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=${sandbox.file('patient.mjs', laterDeadlines)}` }
}
