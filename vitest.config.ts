import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longestFirst.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    setupFiles: ['test/support/checkEveryAnswer.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    maxWorkers: 2,
    // Files of one worker share what they import; each makes its own service and store all the same.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/closingLine.ts'],
  },
})
