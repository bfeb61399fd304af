import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsOf } from '../../../../src/import/files/records.ts'
import { inPieces } from '../reading.ts'

const read = async (...pieces: string[]) => {
  const records: [number, string][] = []
  for await (const { number, text } of recordsOf(inPieces(pieces), 10)) records.push([number, text])
  return records
}

describe('a record is', () => {
  test('a line, however it ends and however long it is', async () => {
    expect(await read('one\r\n\r\ntwo\nthree is longer\r   \n\x1afour')).toEqual([
      [1, 'one'],
      [3, 'two'],
      [4, 'three is longer'],
      [6, 'four'],
    ])
  })

  test('so many characters where there are no line ends', async () => {
    const ten = '0123456789'
    expect(await read(`${ten.repeat(3)}\n${ten}\nend`)).toEqual([
      [1, ten],
      [2, ten],
      [3, ten],
      [4, ten],
      [5, 'end'],
    ])
  })

  test('the same however the text is split', async () => {
    const piece = fc.constantFrom('0123456789', 'abc', '\n', '\r\n', '\r', '          ', 'x')
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async pieces => {
        const text = pieces.join('')
        const whole = await read(text)
        expect(await read(...pieces)).toEqual(whole)
        expect(await read(...text)).toEqual(whole)
      }),
    )
  })

  test('found in endless text without line ends, having read little more than it needs', async () => {
    let taken = 0
    async function* endless() {
      for (;;) {
        taken += 1
        yield '0123456789'
      }
    }
    let records = 0
    for await (const { text } of recordsOf(endless(), 10)) {
      expect(text).toBe('0123456789')
      records += 1
      if (records === 1000) break
    }
    expect(taken).toBeLessThan(1100)
  })
})

describe('text in code page 850 that was decoded as Windows-1252', () => {
  test.each([
    ['COMPA¥IA ESPA¥OLA', 'COMPAÑIA ESPAÑOLA'],
    ['CAF\x90 DE LA PLACE', 'CAFÉ DE LA PLACE'],
    ['Gen\x82ve', 'Gen\x82ve'],
    ['Gen‚ve', 'Genéve'],
    ['M\x81ller', 'Müller'],
  ])('%j becomes %j', async (text, expected) => {
    expect(await read(text)).toEqual([[1, expected]])
  })

  test.each(['L’ORÉAL', '12,50 €', 'Caffè „Roma“', 'Œuvre', 'Señor', '– 5 –', 'preis: £ 5'])(
    '%s stays as it is',
    async text => {
      expect(await read(text)).toEqual([[1, text]])
    },
  )
})
