import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/setup/longestFirst.ts'
import { optimizeLater } from './test/support/setup/optimizeLater.ts'
import { keepTempFilesInMemory } from './test/support/setup/tempFolder.ts'
import { type Kind, testFilesByKind } from './test/support/setup/testKinds.ts'

keepTempFilesInMemory()
optimizeLater()

const files = testFilesByKind()

/** The projects below take it from this file only, so the option of the command line is read here. */
const workers = Number(process.argv.find(word => word.startsWith('--maxWorkers='))?.split('=')[1] ?? 2)

/** `vitest run --project pure` runs one kind only. The set-up prepares only what the files of a run need. */
const project = (name: Kind, test: { globalSetup?: string; setupFiles?: string } = {}) => ({
  extends: true as const,
  test: { name, include: files[name], ...test },
})

const setup = {
  globalSetup: 'test/support/setup/globalSetup.ts',
  setupFiles: 'test/support/setup/checkEveryReply.ts',
}

export default defineConfig({
  test: {
    // Only for tests that hang: a busy machine can take many times as long as a quiet one.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Half of vitest's own interval would be waited for at each poll: what tests wait for mostly comes within milliseconds.
    expect: { poll: { timeout: 60_000, interval: 10 } },
    pool: 'threads',
    maxWorkers: workers,
    // Files of one worker share their imports; each still starts its own service and store.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/setup/closingLine.ts'],
    projects: [project('pure'), project('stores', setup), project('pages', setup)],
  },
})
