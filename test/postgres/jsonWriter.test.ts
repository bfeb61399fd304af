import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantForm } from '../../src/postgres/instant.ts'
import { JsonWriter } from '../../src/postgres/jsonWriter.ts'
import { anyInstant } from '../support/anyValues.ts'

function written(write: (writer: JsonWriter) => void): string {
  const writer = new JsonWriter()
  write(writer)
  return Buffer.from(writer.take()).toString()
}

describe('a writer of JSON', () => {
  it('writes an instant where its form stands, and nothing else', () => {
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

  it('writes characters one by one, also where there is no room left', () => {
    const letters = 'abc'.repeat(50_000)
    const text = written(writer => {
      for (let at = 0; at < letters.length; at += 1) writer.character(letters.charCodeAt(at))
    })
    expect(text === letters).toBe(true)
  })

  it('leaves as much room around what is taken as was asked for', () => {
    const writer = new JsonWriter()
    writer.piece(Buffer.from('own'))
    const taken = writer.take(3, 5)
    expect(Buffer.from(taken).toString()).toBe('own')
    expect([taken.byteOffset, taken.buffer.byteLength]).toEqual([3, 3 + 3 + 5])
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
