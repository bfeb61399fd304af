import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../../src/import/files/lines.ts'
import { blockBytes, decodeHead, decodeText, type Encoding } from '../../../src/import/files/text.ts'

async function decoded(pieces: Uint8Array[], choice?: Encoding) {
  const { text, used } = decodeText(pieces, { encoding: choice })
  let whole = ''
  for await (const piece of text) whole += piece
  return { whole, used: used() }
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('bytes are decoded', () => {
  test.each([
    ['UTF-8', utf8('Müller €'), 'utf-8', 'content'],
    [
      'UTF-8 with a byte order mark',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('Müller €')]),
      'utf-8',
      'mark',
    ],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffMüller €', 'utf16le'), 'utf-16le', 'mark'],
    ['big-endian UTF-16 with a byte order mark', bigEndian('\ufeffMüller €'), 'utf-16be', 'mark'],
    ['UTF-16 without a byte order mark', Buffer.from('Müller €', 'utf16le'), 'utf-16le', 'content'],
    ['big-endian UTF-16 without a byte order mark', bigEndian('Müller €'), 'utf-16be', 'content'],
    [
      'Windows-1252',
      Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80]),
      'windows-1252',
      'content',
    ],
  ] as const)('from %s', async (_, bytes, encoding, by) => {
    expect(await decoded([bytes])).toEqual({ whole: 'Müller €', used: { encoding, by } })
  })

  test('from the encoding in the XML declaration', async () => {
    const declared = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Müller</a>'
    expect(await decoded([latin1(declared)])).toEqual({
      whole: declared,
      used: { encoding: 'windows-1252', by: 'declaration' },
    })
    await expect(decoded([latin1(declared.replace('ISO-8859-1', 'EBCDIC'))])).rejects.toThrow(
      '"ebcdic" is not supported',
    )
    const wrong = latin1(declared.replace('ISO-8859-1', 'UTF-8').replace('?>', '?>\n'))
    await expect(decoded([wrong])).rejects.toMatchObject({
      message: expect.stringContaining('not valid UTF-8'),
    })
    const impossible = '<?xml version="1.0" encoding="UTF-16"?><a>Müller</a>'
    expect((await decoded([utf8(impossible)])).whole).toBe(impossible)
  })

  test('from the chosen encoding', async () => {
    expect(await decoded([utf8('ü')], 'windows-1252')).toEqual({
      whole: 'Ã¼',
      used: { encoding: 'windows-1252', by: 'choice' },
    })
  })

  test('from Windows-1252 even if the first non-ASCII byte comes late', async () => {
    const plain = 'x'.repeat(blockBytes * 2 - 1)
    expect(await decoded([latin1(`${plain}üü`)])).toEqual({
      whole: `${plain}üü`,
      used: { encoding: 'windows-1252', by: 'content' },
    })
  })

  test('or rejected if they start as UTF-8 and turn out not to be', async () => {
    const bytes = Buffer.concat([utf8('ü'.repeat(blockBytes)), latin1('ü ü ü')])
    await expect(decoded([bytes])).rejects.toMatchObject({ name: 'UnreadableFile' })
  })

  test('the same however they are chunked', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 })
    const encode = fc.constantFrom(utf8, latin1, bigEndian, (value: string) => Buffer.from(value, 'utf16le'))
    await fc.assert(
      fc.asyncProperty(text, encode, fc.integer({ min: 1, max: 7 }), async (value, encoder, size) => {
        const bytes = encoder(`<x>${value}`)
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        )
        const whole = await decoded([bytes]).catch(String)
        expect(await decoded(pieces).catch(String)).toEqual(whole)
      }),
    )
  })

  test('up to a limit', async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(blockBytes, 'x')
    }
    const { text } = decodeText(endless(), { bytesMax: 10 * blockBytes })
    let length = 0
    const reading = (async () => {
      for await (const piece of text) length += piece.length
    })()
    await expect(reading).rejects.toThrow('larger than 655360 bytes')
    expect(length).toBeLessThanOrEqual(10 * blockBytes)
  })

  test('at the start of a file, without a character that is cut off', () => {
    expect(decodeHead(utf8('ab€').subarray(0, 4)).text).toBe('ab')
  })
})

describe('lines', () => {
  const lines = async (...pieces: string[]) => {
    const found: string[] = []
    async function* text() {
      yield* pieces
    }
    for await (const { number, text: line } of linesOf(text())) found.push(`${number} ${line}`)
    return found
  }

  test('end in three ways, wherever the text is split', async () => {
    const expected = ['1 a', '2 b', '3 ', '4 c', '5 d']
    expect(await lines('a\r\nb\r\r\nc\nd')).toEqual(expected)
    expect(await lines(...'a\r\nb\r\r\nc\nd')).toEqual(expected)
  })

  test('have a maximum length', async () => {
    await expect(lines('x'.repeat(200_000))).rejects.toThrow('longer than')
  })
})
