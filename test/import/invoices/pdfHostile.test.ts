import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { readInvoice } from '../../../src/import/invoices/readInvoice.ts'
import { ciiOf, failed, pdfWith } from './written.ts'

const timeMax = 30_000
const mebibyte = 1024 * 1024

function refusal(file: Uint8Array): string {
  try {
    readInvoice(file)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

/** Hand-made objects and streams between a header and a trailer. */
function pdfOf(...parts: Array<string | Uint8Array>): Uint8Array {
  const all = ['%PDF-1.7\n', ...parts, '\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n']
  return Buffer.concat(all.map(part => Buffer.from(part as string)))
}

const catalog =
  '1 0 obj <</Type/Catalog/AF[2 0 R]>> endobj\n2 0 obj <</F(factur-x.xml)/EF<</F 3 0 R>>>> endobj\n'

function stream(number: number, dict: string, data: Uint8Array): Array<string | Uint8Array> {
  return [`${number} 0 obj <<${dict}/Length ${data.length}>> stream\n`, data, '\nendstream endobj\n']
}

describe('a PDF is rejected quickly and with a reason', () => {
  test('if it expands to more than the limit', { timeout: timeMax }, () => {
    const bomb = deflateSync(Buffer.alloc(48 * mebibyte, 32))
    const attached = pdfOf(catalog, ...stream(3, '/Filter/FlateDecode', bomb))
    expect(refusal(attached)).toContain('expands to more than 16777216 bytes')
    const objects = pdfOf(catalog, ...stream(3, '/Type/ObjStm/N 1/First 10/Filter/FlateDecode', bomb))
    expect(refusal(objects)).toContain('expands to more than')
    const twice = pdfOf(catalog, ...stream(3, '/Filter[/FlateDecode/FlateDecode]', deflateSync(bomb)))
    expect(refusal(twice)).toContain('expands to more than')
  })

  test('if its object streams together expand to more than the limit', { timeout: timeMax }, () => {
    const data = deflateSync(Buffer.alloc(8 * mebibyte, 32))
    const streams = [3, 4, 5, 6, 7].flatMap(number =>
      stream(number, '/Type/ObjStm/N 0/First 0/Filter/FlateDecode', data),
    )
    expect(refusal(pdfOf(catalog, ...streams))).toContain('expands to more than')
  })

  test('if it is encrypted', () => {
    const text = Buffer.from(pdfOf(catalog, ...stream(3, '', Buffer.from('x')))).toString('latin1')
    const encrypted = text.replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 8 0 R')
    expect(refusal(Buffer.from(encrypted))).toContain('encrypted')
    const newer = stream(9, '/Type/XRef/Root 1 0 R/Encrypt<</Filter/Standard>>', Buffer.from('x'))
    expect(refusal(pdfOf(catalog, ...newer))).toContain('encrypted')
  })

  test('if its end is missing, wherever it was cut', async () => {
    for (const useObjectStreams of [true, false]) {
      const pdf = await pdfWith({ 'factur-x.xml': ciiOf() }, useObjectStreams)
      for (let length = 10; length < pdf.length - 8; length += 53) {
        expect(refusal(pdf.subarray(0, length)), `${length}`).toContain('cut off')
      }
    }
  })

  test.each([
    ['has too many objects', '4 0 obj 1 endobj\n'.repeat(210_000), 'more than 200000 objects'],
    ['has too many values', `4 0 obj [${'[]'.repeat(1_100_000)}] endobj\n`, 'more than 1000000 values'],
    ['is broken over and over', '4 0 obj (\n'.repeat(200_000), 'broken in too many places'],
    ['is broken in hexadecimal strings', '4 0 obj <\n'.repeat(200_000), 'broken in too many places'],
    ['is broken in small pieces', '4 0 obj<</a'.repeat(200_000), 'broken in too many places'],
    ['has a stream without an end', '4 0 obj <</Length 5>> stream\n', 'a stream has no end'],
  ])('if it %s', { timeout: timeMax }, (_, part, reason) => {
    expect(refusal(pdfOf(catalog, part))).toContain(reason)
  })

  test.each([
    ['compressed another way', '/Filter/LZWDecode', 'LZWDecode'],
    ['compressed with a predictor', '/Filter/FlateDecode/DecodeParms<</Predictor 12>>', 'predictor'],
    ['compressed many times', `/Filter[${'/FlateDecode'.repeat(9)}]`, 'too many times'],
    ['damaged', '/Filter/FlateDecode', 'cannot be decompressed'],
  ])('if its invoice is %s', (_, dict, reason) => {
    expect(refusal(pdfOf(catalog, ...stream(3, dict, Buffer.from('no such thing'))))).toContain(reason)
  })

  test('if it has no catalog or exceeds the size limit', () => {
    expect(refusal(pdfOf('2 0 obj <<>> endobj'))).toContain('no catalog')
    expect(refusal(pdfOf(new Uint8Array(33 * mebibyte)))).toContain('larger than')
  })
})

describe('a PDF is found to have no invoice, and quickly,', () => {
  test.each([
    ['endless digits', '1'.repeat(2 * mebibyte)],
    ['one comment', '%'.repeat(2 * mebibyte)],
    ['blanks', `4 0 ${' '.repeat(2 * mebibyte)}`],
    ['numbers that might be references', `4 0 obj [${'1 '.repeat(300_000)}] endobj`],
    ['deep arrays', `4 0 obj ${'['.repeat(mebibyte / 2)}`],
    ['deep dictionaries', `4 0 obj ${'<</a'.repeat(mebibyte / 4)}`],
    ['a long string', `4 0 obj (${'\\('.repeat(mebibyte)}) endobj`],
    ['a long name', `4 0 obj /${'a'.repeat(2 * mebibyte)} endobj`],
  ])('even if it is %s', { timeout: timeMax }, (_, part) => {
    expect(failed(pdfOf('1 0 obj <</Type/Catalog>> endobj\n', part)).reason).toContain(
      'it has no attachments',
    )
  })

  test('even if its lists are circular', () => {
    const tree =
      '1 0 obj <</Names 2 0 R/AF 3 0 R>> endobj\n2 0 obj <</EmbeddedFiles 2 0 R/Kids[2 0 R 2 0 R]>> endobj\n'
    const loop = '3 0 obj 4 0 R endobj\n4 0 obj 3 0 R endobj\n'
    expect(failed(pdfOf(tree, loop)).reason).toContain('it has no attachments')
  })

  test('even if an object stream claims to have more objects than it has', () => {
    const data = deflateSync(Buffer.from('9 0 10 0 <</EF 9 0 R>>'))
    const objects = stream(5, '/Type/ObjStm/N 999999999/First 8/Filter/FlateDecode', data)
    expect(failed(pdfOf('1 0 obj <</AF[9 0 R 10 0 R]>> endobj\n', ...objects)).reason).toContain(
      'it has no attachments',
    )
  })
})
