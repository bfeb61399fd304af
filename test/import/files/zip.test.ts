import { describe, expect, test } from 'vitest'
import { readZip, type ZipLimits, zipOf } from '../../../src/import/files/zip.ts'
import { zip } from './zipBytes.ts'

async function unpacked(bytes: Uint8Array, limits?: ZipLimits): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const { name, bytes: read } of await readZip(zipOf(bytes), limits)) {
    const pieces: Uint8Array[] = []
    for await (const piece of read()) pieces.push(piece)
    contents[name] = Buffer.concat(pieces).toString()
  }
  return contents
}

const text = (value: string) => Buffer.from(value)
const good = zip(
  { name: 'März.xml', bytes: text('<a/>') },
  { name: 'b/c.sta', bytes: text(':20:'), method: 0 },
)

describe('a ZIP', () => {
  test('returns its files, compressed or not, without folders and macOS metadata', async () => {
    expect(await unpacked(good)).toEqual({ 'März.xml': '<a/>', 'b/c.sta': ':20:' })
    const extra = zip({ name: 'a/', bytes: text(''), method: 0 }, { name: '__MACOSX/x', bytes: text('x') })
    expect(await unpacked(extra)).toEqual({})
  })

  test('returns a file that is larger than one read', async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251))
    const files = await readZip(zipOf(zip({ name: 'a', bytes: large })))
    const pieces: Uint8Array[] = []
    for await (const piece of files[0]?.bytes() ?? []) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(large)).toBe(true)
  })

  test('can be closed in the middle of a file', async () => {
    const files = await readZip(zipOf(zip({ name: 'a', bytes: Buffer.alloc(200_000, 'abcdefgh') })))
    for await (const piece of files[0]?.bytes() ?? []) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
  })

  const zeros = Buffer.alloc(3_000_000)
  test.each([
    ['a bomb with a high ratio', zip({ name: 'a', bytes: zeros }), {}, '200 times'],
    [
      'a bomb that lies about its size',
      zip({ name: 'a', bytes: zeros, size: 100 }),
      {},
      'longer than its directory says',
    ],
    [
      'files that overlap',
      zip({ name: 'a', bytes: text('aaaa') }, { name: 'b', bytes: text('b'), headerAt: 0 }),
      {},
      'overlap',
    ],
    [
      'too many files',
      zip(...Array.from({ length: 11 }, (_, at) => ({ name: `${at}`, bytes: text('') }))),
      { entriesMax: 10 },
      '11 files',
    ],
    ['too many bytes in total', good, { totalBytesMax: 5 }, 'more than 5 bytes'],
    ['an encrypted file', zip({ name: 'a', bytes: text('x'), flags: 1 }), {}, 'encrypted'],
    [
      'an unknown compression',
      zip({ name: 'a', bytes: text('x'), method: 12 }),
      {},
      'unsupported compression',
    ],
    ['a ZIP within', zip({ name: 'a.zip', bytes: good }), {}, 'a ZIP within the ZIP'],
    ['a wrong checksum', zip({ name: 'a', bytes: text('x'), crc: 1 }), {}, 'damaged'],
    ['a file that is cut off', zip({ name: 'a', bytes: text('x'), size: 2 }), {}, 'damaged'],
    ['no directory', good.subarray(0, -30), {}, 'cannot be read'],
    ['nothing', new Uint8Array(0), {}, 'directory is missing'],
  ])('is rejected with %s', async (_, bytes, limits, reason) => {
    await expect(unpacked(bytes, limits)).rejects.toThrow(reason)
    await expect(unpacked(bytes, limits)).rejects.toMatchObject({ name: 'UnreadableFile' })
  })

  test('that is damaged anywhere is rejected or gives the original content', async () => {
    for (let at = 0; at < good.length; at += 1) {
      const damaged = Buffer.from(good)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const result = await unpacked(damaged).then(Object.values, error => error.name)
      expect([['<a/>', ':20:'], ['<a/>'], [':20:'], [], 'UnreadableFile']).toContainEqual(result)
    }
  })
})
