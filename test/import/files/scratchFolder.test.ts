import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  scratchName,
  sweepScratchFolders,
  withScratchFolder,
} from '../../../src/import/files/scratchFolder.ts'

const made: string[] = []
const children: ChildProcess[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A folder with a file in it, as a process with such a name would have left it. */
function leftBy(name: string): string {
  const folder = join(tmpdir(), `${name}-Ab3xYz`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'content'), 'secret')
  made.push(folder)
  return folder
}

describe('Temporary folders', () => {
  it('are gone once the work is done, and when it fails', async () => {
    let used = ''
    await withScratchFolder(async folder => {
      used = folder
      expect(existsSync(folder)).toBe(true)
    })
    expect(existsSync(used)).toBe(false)
    const failed = withScratchFolder(async folder => {
      used = folder
      throw new Error('the import failed')
    })
    await expect(failed).rejects.toThrow('the import failed')
    expect(existsSync(used)).toBe(false)
  })

  it('of a process that was killed are removed at the next start, and not before it has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    children.push(child)
    await once(child, 'spawn')
    const folder = leftBy(scratchName(child.pid ?? 0))
    await sweepScratchFolders()
    expect(existsSync(folder)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await sweepScratchFolders()).toBeGreaterThanOrEqual(1)
    expect(existsSync(folder)).toBe(false)
  })

  it('of this very process stay while it works', async () => {
    await withScratchFolder(async folder => {
      expect(basename(folder).startsWith(scratchName(process.pid))).toBe(true)
      await sweepScratchFolders()
      expect(existsSync(folder)).toBe(true)
    })
  })

  it.runIf(process.platform === 'linux')(
    'of an earlier process with the same id are removed, as after a restart of a container',
    async () => {
      const folder = leftBy(scratchName(process.pid).replace(/\d+$/, '1'))
      await sweepScratchFolders()
      expect(existsSync(folder)).toBe(false)
    },
  )

  it('of another machine and of other programs are left alone', async () => {
    const name = scratchName(2 ** 30)
    const folders = [name.replace(/-[0-9a-f]{8}-/, '-00000000-'), 'florin-scratch-notes', 'florin-data'].map(
      leftBy,
    )
    await sweepScratchFolders()
    expect(folders.map(existsSync)).toEqual([true, true, true])
  })
})
