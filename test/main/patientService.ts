/**
 * A service whose time limits of eight seconds and more are 60 times as long: the drain at its end, and idle database
 * connections. On a machine that stalls, the real limits could pass between two lines of a test.
 */
import type { Sandbox } from '../support/program.ts'

/** Loaded before the program, and by its workers. */
const longerLimits = `
  const { setTimeout } = globalThis
  globalThis.setTimeout = (work, ms, ...given) => setTimeout(work, ms >= 8_000 ? ms * 60 : ms, ...given)
`

/** Variables to add to the environment of the service. */
export function patient(sandbox: Sandbox): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=${sandbox.file('patient.mjs', longerLimits)}` }
}
