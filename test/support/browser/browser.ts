/** A real Chromium for page tests. If none can be started, they are skipped, and one line says why. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { findChromium } from './chromium.ts'

/** Searched for once per worker, and only by workers that run page tests. */
const found = await findChromium(inject('browserFolder'))

/** Whether page tests can run, known before any of them does. */
export const hasBrowser = 'launch' in found

if ('whyNone' in found) {
  sayOnce(
    `Page tests are skipped: no Chromium starts here (${found.whyNone}). Set CHROME_PATH to one that does.`,
  )
}

/** One browser for the tests of a file. */
export function useBrowser(): { readonly current: Browser } {
  const holder: { current: Browser } = { current: undefined as unknown as Browser }
  beforeAll(async () => {
    if ('launch' in found) holder.current = await found.launch()
  })
  afterAll(async () => {
    await holder.current?.close()
  })
  return holder
}

/** Each worker finds out for itself; the first one to create the file prints the line. */
function sayOnce(line: string): void {
  try {
    writeFileSync(join(inject('browserFolder'), 'said'), line, { flag: 'wx' })
    process.stderr.write(`\n${line}\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
