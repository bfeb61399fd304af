import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotInUtc } from '../../../src/store/wire/instant.ts'
import { JsonWriter } from '../../../src/store/wire/jsonWriter.ts'
import { anyInstant } from '../../import/anyWorkspaceFile.ts'
import { row } from './backend.ts'

/** The letter, the length and the number of values stand ahead of the first value of a row. */
const firstValueAt = 7
const placed = (text: string) => ({ bytes: row(text), at: firstValueAt })

/** As PostgreSQL writes it: without zeros at the end of the fraction, and without a dot where nothing is left of it. */
const asPostgres = (instant: string): string =>
  `${instant
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.?0+$/, '')}+00`

function written(write: (writer: JsonWriter) => void): string {
  const writer = new JsonWriter()
  write(writer)
  return Buffer.from(writer.take()).toString()
}

describe('a writer of JSON', () => {
  it('writes every instant in its canonical form, whatever stands around it', () => {
    const fractions = fc.constantFrom('000', '001', '010', '100', '120', '123', '999')
    fc.assert(
      fc.property(anyInstant, fractions, (day, fraction) => {
        const instant = `${day.slice(0, 20)}${fraction}Z`
        const { bytes, at } = placed(asPostgres(instant))
        const text = written(writer => {
          writer.piece(Buffer.from('<'))
          writer.instant(bytes, at)
          writer.piece(Buffer.from('>'))
        })
        expect(text).toBe(`<"${instant}">`)
      }),
    )
  })

  it.each(['2026-03-31 09:30:00+02', '2026-03-31 09:30:00-00', 'infinity', '0044-03-15 00:00:00+00 BC'])(
    'refuses an instant that is written as %s',
    text => {
      const { bytes, at } = placed(text)
      expect(() => new JsonWriter().instant(bytes, at)).toThrow(NotInUtc)
    },
  )

  it('has all that was written, however much, in the order in which that was done', () => {
    const write = fc.record({
      isCopied: fc.boolean(),
      text: fc
        .tuple(fc.constantFrom('a', 'é', '漢', '😀', '"'), fc.nat(40_000))
        .map(([part, times]) => part.repeat(times)),
    })
    fc.assert(
      fc.property(fc.array(write, { maxLength: 8 }), writes => {
        const text = written(writer => {
          for (const { isCopied, text } of writes) {
            const bytes = Buffer.from(`<${text}>`)
            if (isCopied) writer.copy(bytes, 1, bytes.length - 1)
            else writer.piece(bytes.subarray(1, -1))
          }
        })
        expect(text === writes.map(each => each.text).join('')).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('begins anew once all was taken, and writes over nothing that was', () => {
    const writer = new JsonWriter()
    const taken = ['first', 'other', 'x'.repeat(3_000_000), 'third', 'forth', ''].map(text => {
      writer.piece(Buffer.from(text))
      expect(writer.length).toBe(text.length)
      return { text, bytes: writer.take() }
    })
    expect(writer.length).toBe(0)
    for (const { text, bytes } of taken) expect(Buffer.from(bytes).toString() === text).toBe(true)
  })

  it('forgets what nobody took where another begins', () => {
    const text = written(writer => {
      writer.piece(Buffer.from('left by one who failed'))
      writer.begin()
      writer.piece(Buffer.from('own'))
    })
    expect(text).toBe('own')
  })
})
