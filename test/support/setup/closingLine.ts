/** Ends a run with a plain line that tools can read, after the tests that only passed on a second try, and why. */
import type { Reporter, TestCase, TestModule } from 'vitest/node'

const reasonLengthMax = 2_000

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    for (const test of tests) {
      if (!test.diagnostic()?.flaky) continue
      console.log(`unstable: ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const reason of reasonsOf(test)) console.log(`  ${reason.slice(0, reasonLengthMax)}`)
    }
    const states = tests.map(test => test.result().state)
    const count = (state: string) => states.filter(each => each === state).length
    console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  }
}

/** A property test names its seed, and what went wrong as the cause of that. */
const reasonsOf = (test: TestCase): string[] =>
  (test.result().errors ?? []).flatMap(({ message, cause }) => [
    message,
    ...(cause === undefined ? [] : [String((cause as { message?: unknown }).message ?? cause)]),
  ])
