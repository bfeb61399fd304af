/** Damaged backups are refused in one line, and nothing of them is stored. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { Failure } from '../../../src/main/failure.ts'
import { backupOf, contentOf, restored, withLines } from '../../support/backups.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor } from '../../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

/** How many places of the file are tried. */
const places = 12

describeOnBothStores('A damaged backup', name => {
  let backup: Buffer
  let target: TestStore
  let before: string[]

  beforeAll(async () => {
    const source = await freshStore(name)
    await loadWorkspace(source.db, smallWorkspace(), { nowMs: Date.parse('2026-06-01T12:00:00Z'), actor })
    backup = await backupOf(source.db)
    await source.remove()
    target = await freshStore(name)
    before = await contentOf(target.db)
  })

  afterAll(async () => {
    await target?.remove()
  })

  async function expectRefused(file: Buffer, reason: RegExp): Promise<void> {
    const error = await restored(target.db, file).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Failure)
    expect((error as Failure).message).toMatch(reason)
    expect((error as Failure).message).not.toContain('\n')
    expect(await contentOf(target.db)).toEqual(before)
  }

  const spread = (count: number) =>
    Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * backup.length) / count))

  /** Compressed data has a few bits that mean nothing, where a part of it ends. */
  function isSameInside(file: Buffer): boolean {
    try {
      return gunzipSync(file).equals(gunzipSync(backup))
    } catch {
      return false
    }
  }

  it('that was cut anywhere is refused', async () => {
    for (const at of [...spread(places), backup.length - 1, backup.length - 9]) {
      await expectRefused(backup.subarray(0, at), /is damaged|is not a backup/)
    }
  })

  it('with one flipped bit is refused as damaged', async () => {
    // Its first line, with the checksums of the migrations, takes the first half of such a small file.
    for (const at of spread(places)) {
      const flipped = Buffer.from(backup)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      if (isSameInside(flipped)) continue
      await expectRefused(flipped, /is damaged|is not a backup/)
    }
  })

  it('with another checksum of a migration is refused as damaged, even if it is a valid gzip file', async () => {
    const changed = withLines(backup, ([first = '', ...lines]) => [
      first.replace(/"checksum":"./, '"checksum":"?'),
      ...lines,
    ])
    await expectRefused(changed, /is damaged \(checksum mismatch\)/)
  })

  it.each([
    ['zeros', Buffer.alloc(10)],
    ['other bytes', Buffer.from('more')],
    ['another compressed file', gzipSync('{}\n')],
  ])('with %s appended is refused', async (_, more) => {
    await expectRefused(Buffer.concat([backup, more]), /is damaged/)
  })

  it('with changed, removed or swapped rows is refused, even if it is a valid gzip file', async () => {
    const rowAt = (lines: string[]) => lines.findIndex(line => line.startsWith('["wsp'))
    await expectRefused(
      withLines(backup, lines => lines.with(rowAt(lines), (lines[rowAt(lines)] ?? '').replace('wsp', 'xsp'))),
      /is damaged \(checksum mismatch in \w+\)/,
    )
    await expectRefused(
      withLines(backup, lines => lines.toSpliced(rowAt(lines), 1)),
      /is damaged/,
    )
    await expectRefused(
      withLines(backup, lines => lines.toSpliced(-1, 1)),
      /is damaged \(its end is missing\)/,
    )
    await expectRefused(
      withLines(backup, ([header = '', ...rest]) => [header.replace('1.0.0', '1.0.1'), ...rest]),
      /is damaged \(checksum mismatch\)/,
    )
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['plain text', Buffer.from('hello')],
    ['another compressed file', gzipSync('hello\n')],
    ['compressed JSON of something else', gzipSync('{"format":"other"}\n')],
  ])('that is %s is refused as not a backup', async (_, file) => {
    await expectRefused(file, /^the file is not a backup made by florin backup, or it is damaged\.$/)
  })
})
