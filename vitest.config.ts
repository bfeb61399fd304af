import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longestFirst.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    setupFiles: ['test/support/checkEveryAnswer.ts'],
    // For what hangs alone: a busy machine may take many times what a quiet one does, and may stall.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'threads',
    maxWorkers: 2,
    // Files of one worker share what they import; each makes its own service and store all the same.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/closingLine.ts'],
  },
})
