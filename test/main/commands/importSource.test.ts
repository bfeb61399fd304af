import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openSource } from '../../../src/main/commands/importSource.ts'

const folder = mkdtempSync(join(tmpdir(), 'florin-source-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function saved(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a file on disk', () => {
  it('is read in any pieces, in any order', async () => {
    const source = await openSource(saved('letters', 'abcdefghij'))
    const piece = async (offset: number, length: number) =>
      Buffer.from(await source.read(offset, length)).toString()
    expect(source.size).toBe(10)
    expect([await piece(7, 3), await piece(0, 2), await piece(4, 0)]).toEqual(['hij', 'ab', ''])
    await source.close()
  })

  it('of 10 GB is opened at once, and only the requested pieces are read', async () => {
    const path = saved('huge', '<?xml')
    truncateSync(path, 10 * 1024 ** 3)
    const source = await openSource(path)
    expect(source.size).toBe(10 * 1024 ** 3)
    expect(Buffer.from(await source.read(0, 5)).toString()).toBe('<?xml')
    await source.close()
    rmSync(path)
  })

  it.each([
    ['is longer', (path: string) => appendFileSync(path, 'more')],
    ['is shorter', (path: string) => truncateSync(path, 3)],
  ])('is not read further if it %s than when it was opened', async (_, change) => {
    const path = saved('changing', 'abcdefghij')
    const source = await openSource(path)
    change(path)
    await expect(source.read(0, 10)).rejects.toThrow('it changed while it was being read')
    await source.close()
  })

  it('may be a symbolic link, unless links are not allowed', async () => {
    const link = join(folder, 'link')
    symlinkSync(saved('aim', 'abc'), link)
    const source = await openSource(link)
    expect(source.size).toBe(3)
    await source.close()
    await expect(openSource(link, false)).rejects.toThrow('it is a symbolic link, which is not followed')
  })

  it('must be a plain file: not missing, a folder or a pipe', async () => {
    mkdirSync(join(folder, 'inner'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    await expect(openSource(join(folder, 'nowhere'))).rejects.toThrow('there is no such file')
    await expect(openSource(join(folder, 'inner'))).rejects.toThrow('it is a folder; name the files in it')
    await expect(openSource(join(folder, 'pipe'))).rejects.toThrow('it is not a regular file; save it as one')
  })
})
