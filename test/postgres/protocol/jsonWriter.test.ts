import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantForm } from '../../../src/postgres/protocol/instant.ts'
import { JsonWriter } from '../../../src/postgres/protocol/jsonWriter.ts'
import { anyInstant } from '../../support/anyValues.ts'

function written(write: (writer: JsonWriter) => void): string {
  const writer = new JsonWriter()
  write(writer)
  return Buffer.from(writer.take()).toString()
}

describe('JsonWriter', () => {
  it('overwrites the form of an instant and nothing else', () => {
    fc.assert(
      fc.property(anyInstant, fc.nat(20), (instant, behind) => {
        const end = '>'.repeat(behind)
        const text = written(writer => {
          writer.piece(Buffer.from(`<"${instantForm}"${end}`))
          writer.instant(Date.parse(instant), instantForm.length + 1 + behind)
        })
        expect(text).toBe(`<"${instant}"${end}`)
      }),
    )
  })

  it('returns everything written, in order, however much it is', () => {
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

  it('starts over after take, and never changes bytes that were taken', () => {
    const writer = new JsonWriter()
    const taken = ['first', 'other', 'x'.repeat(3_000_000), 'third', 'forth', ''].map(text => {
      writer.piece(Buffer.from(text))
      expect(writer.length).toBe(text.length)
      return { text, bytes: writer.take() }
    })
    expect(writer.length).toBe(0)
    for (const { text, bytes } of taken) expect(Buffer.from(bytes).toString() === text).toBe(true)
  })

  it('grows when single characters are written', () => {
    const letters = 'abc'.repeat(50_000)
    const text = written(writer => {
      for (let at = 0; at < letters.length; at += 1) writer.character(letters.charCodeAt(at))
    })
    expect(text === letters).toBe(true)
  })

  it('leaves the requested room before and after the bytes', () => {
    const writer = new JsonWriter()
    writer.piece(Buffer.from('own'))
    const taken = writer.take(3, 5)
    expect(Buffer.from(taken).toString()).toBe('own')
    expect([taken.byteOffset, taken.buffer.byteLength]).toEqual([3, 3 + 3 + 5])
  })

  it('drops bytes that were not taken when it begins again', () => {
    const text = written(writer => {
      writer.piece(Buffer.from('left by a caller that failed'))
      writer.begin()
      writer.piece(Buffer.from('own'))
    })
    expect(text).toBe('own')
  })
})
