import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'

describe('a Chromium for page tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-chromium-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('counts as missing if CHROME_PATH does not exist, and the reason names the path', async () => {
    const path = join(folder, 'not-there')
    expect(await findChromium(folder, { ...process.env, CHROME_PATH: path })).toEqual({
      whyNone: expect.stringContaining(path),
    })
  })

  it('counts as missing if the program cannot start', async () => {
    const path = join(folder, 'crashes')
    writeFileSync(path, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(await findChromium(folder, { ...process.env, CHROME_PATH: path })).toEqual({
      whyNone: expect.stringContaining(path),
    })
  })

  it.runIf(process.arch === 'x64' && process.platform === 'linux')(
    'is the packaged one on Linux with x64, which draws letters that need a fallback font',
    async () => {
      const found = await findChromium(folder, { ...process.env, CHROME_PATH: '' })
      if (!('launch' in found)) throw new Error(found.whyNone)
      const browser = await found.launch()
      const page = await browser.newPage()
      await page.setContent('<title>drawn</title><p>→ 中 ع 🙂 ⌘</p>')
      expect((await page.screenshot()).length).toBeGreaterThan(0)
      expect(await page.title()).toBe('drawn')
      await browser.close()
    },
  )
})
