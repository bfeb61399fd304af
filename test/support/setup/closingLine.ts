/** Ends a run with a plain line that tools can read, after the names of tests that only passed on a second try. */
import type { Reporter, TestModule } from 'vitest/node'

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()])
    for (const test of tests) {
      if (test.diagnostic()?.flaky)
        console.log(`unstable: ${test.module.relativeModuleId} > ${test.fullName}`)
    }
    const states = tests.map(test => test.result().state)
    const count = (state: string) => states.filter(each => each === state).length
    console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
  }
}
