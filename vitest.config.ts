import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/setup/longestFirst.ts'
import { type Kind, testFilesByKind } from './test/support/setup/testKinds.ts'

const files = testFilesByKind()

/** `vitest run --project pure` runs one kind only, and prepares nothing that it does not need. */
const project = (name: Kind, globalSetup: string[]) => ({
  extends: true as const,
  test: { name, include: files[name], globalSetup },
})

export default defineConfig({
  test: {
    setupFiles: ['test/support/setup/checkEveryAnswer.ts'],
    // Only for tests that hang: a busy machine may take many times as long as a quiet one, and may stall.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'threads',
    maxWorkers: 2,
    // Files of one worker share what they import; each makes its own service and store all the same.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/setup/closingLine.ts'],
    projects: [
      project('pure', []),
      project('stores', ['test/support/setup/globalSetup.ts']),
      project('pages', ['test/support/setup/globalSetup.ts']),
    ],
  },
})
