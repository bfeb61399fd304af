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

/** A folder with a file in it, as left behind by a process with that name. */
function leftBy(name: string): string {
  const folder = join(tmpdir(), `${name}-Ab3xYz`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'content'), 'secret')
  made.push(folder)
  return folder
}

describe('temporary folders', () => {
  it('are removed when the work is done, and also if it fails', async () => {
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

  it('of a killed process are removed at the next start, but not while it is running', async () => {
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

  it('of the current process stay while it works', async () => {
    await withScratchFolder(async folder => {
      expect(basename(folder).startsWith(scratchName(process.pid))).toBe(true)
      await sweepScratchFolders()
      expect(existsSync(folder)).toBe(true)
    })
  })

  it.runIf(process.platform === 'linux')(
    'of an earlier process with the same id are removed, as after a container restart',
    async () => {
      const folder = leftBy(scratchName(process.pid).replace(/\d+$/, '1'))
      await sweepScratchFolders()
      expect(existsSync(folder)).toBe(false)
    },
  )

  it('of other machines and programs are left alone', async () => {
    const name = scratchName(2 ** 30)
    const folders = [name.replace(/-[0-9a-f]{8}-/, '-00000000-'), 'florin-scratch-notes', 'florin-data'].map(
      leftBy,
    )
    await sweepScratchFolders()
    expect(folders.map(existsSync)).toEqual([true, true, true])
  })
})
