/** Signed invoices: the content is taken out of the signature. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { detectFormat } from '../../../src/import/format.ts'
import { isP7m, unwrapP7m } from '../../../src/import/invoices/p7m/p7m.ts'
import { readInvoices } from '../../../src/import/invoices/readInvoice.ts'
import { fatturaPaOf } from './fatturapaText.ts'
import { base64Of, der, type P7mOptions, p7mOf } from './p7mBytes.ts'
import { ciiOf, pdfWith, read } from './written.ts'

const xml = fatturaPaOf()

describe('a signed file', () => {
  test.each([
    ['in DER', p7mOf(xml)],
    ['in BER with its content in pieces', p7mOf(xml, { pieceBytes: 1000 })],
    ['signed with SHA-1', p7mOf(xml, { algorithm: 'sha1' })],
    ['signed with SHA-512', p7mOf(xml, { algorithm: 'sha512' })],
    ['in base64', base64Of(p7mOf(xml))],
    ['in base64 with a frame', base64Of(p7mOf(xml), true)],
    ['in base64 on one line', Buffer.from(p7mOf(xml).toString('base64'))],
    ['signed twice', p7mOf(p7mOf(xml, { pieceBytes: 500 }))],
    ['signed twice, in base64 inside', p7mOf(base64Of(p7mOf(xml)))],
  ])('%s is what is in it', (_, bytes) => {
    expect(detectFormat(bytes.subarray(0, 65_536))).toEqual({ kind: 'p7m' })
    expect(read(bytes)).toEqual(read(xml))
  })

  test('may be a PDF or another e-invoice', async () => {
    expect(read(p7mOf(ciiOf())).format).toBe('cii')
    expect(read(p7mOf(await pdfWith({ 'factur-x.xml': ciiOf() }))).format).toBe('cii')
  })

  test.each<[string, Buffer, string]>([
    [
      'was changed after it was signed',
      p7mOf(xml, { wrongDigest: true }),
      'does not match the signature; ask the supplier',
    ],
    ['is only the signature', p7mOf(xml, { detached: true }), 'import that file instead'],
    ['is cut off', p7mOf(xml).subarray(0, 1500), 'cut off'],
    ['is cut off in base64', base64Of(p7mOf(xml)).subarray(0, 1500), 'cut off'],
    ['is not base64 all the way', Buffer.concat([base64Of(p7mOf(xml)), Buffer.from('?')]), 'not base64'],
    ['has something else in it', p7mOf('hello'), 'not well-formed'],
    ['has nothing in it', p7mOf(''), 'not well-formed'],
  ])('that %s is refused with what to do', (_, bytes, reason) => {
    expect(() => readInvoices(bytes)).toThrow(UnreadableFile)
    expect(() => readInvoices(bytes)).toThrow(reason)
  })

  test('is refused if it is signed too often or nested too deeply', () => {
    let bytes: Uint8Array = Buffer.from(xml)
    for (let count = 0; count < 10; count += 1) bytes = p7mOf(bytes)
    expect(() => readInvoices(bytes)).toThrow('more than 8 times')
    const start = p7mOf(xml, { pieceBytes: 100 })
    const content = start.indexOf(Buffer.from([0x24, 0x80]))
    const nested = (byte: number) =>
      Buffer.concat([start.subarray(0, content), Buffer.alloc(200_000, Buffer.from([byte, 0x80]))])
    for (const byte of [0x24, 0x30]) expect(() => unwrapP7m(nested(byte))).toThrow('nested too deeply')
  })
})

test.each([
  ['XML', Buffer.from(xml)],
  ['text', Buffer.from('MIIthisisjustatextthatlookslikebase64butisnot')],
  ['a certificate', der(0x30, der(0x06, Buffer.from('2a864886f70d010701', 'hex')))],
  ['nothing', Buffer.alloc(0)],
])('%s is not a signed file', (_, bytes) => {
  expect(isP7m(bytes)).toBe(false)
})

test('any content comes out as it went in', () => {
  const options: fc.Arbitrary<P7mOptions> = fc.record(
    { pieceBytes: fc.integer({ min: 1, max: 300 }), algorithm: fc.constantFrom('sha1', 'sha256', 'sha512') },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), options, fc.boolean(), (content, given, armoured) => {
      fc.pre(!isP7m(content))
      const bytes = p7mOf(content, given)
      expect(Buffer.compare(unwrapP7m(armoured ? base64Of(bytes) : bytes), content)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('changed or cut bytes end in a rejection or an invoice, never in another error', () => {
  for (const whole of [p7mOf(xml), p7mOf(xml, { pieceBytes: 400 }), base64Of(p7mOf(xml))]) {
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(changes, fc.nat(whole.length), fc.boolean(), (list, length, cut) => {
        const bytes = Uint8Array.from(cut ? whole.subarray(0, length) : whole)
        for (const [at, byte] of list) if (at < bytes.length) bytes[at] = byte
        try {
          readInvoices(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile)
        }
      }),
      { numRuns: 150 },
    )
  }
})
