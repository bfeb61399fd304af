/** The embedded engine hands over a response in pieces. Each is a view of its memory, which it overwrites with the next. */
import type { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { objectsOf } from '../../../src/postgres/protocol.ts'
import { EmbeddedWire } from '../../../src/store/engine/embedded/wire.ts'
import {
  bound,
  columns,
  completed,
  headOf,
  parameters,
  parsed,
  ready,
  refused,
  row,
  textType,
} from '../../postgres/fake/backend.ts'

const prepared = [parsed, parameters(textType), columns({ name: 'text', type: textType }), bound]
const rowsOf = (...texts: string[]) => [...texts.map(text => row(text)), completed('SELECT'), ready]

/** Answers with these responses, each cut into pieces of this size, all at the same place in memory. */
function wireThatAnswers(responses: readonly Buffer[][], pieceBytes: number): EmbeddedWire {
  const waiting = [...responses]
  const memory = Buffer.alloc(pieceBytes)
  const engine: Pick<PGlite, 'runExclusive' | 'execProtocolRawStream'> = {
    runExclusive: work => work(),
    async execProtocolRawStream(_, { onRawData }) {
      const response = Buffer.concat(waiting.shift() ?? [])
      for (let at = 0; at < response.length; at += pieceBytes) {
        const length = response.copy(memory, 0, at, at + pieceBytes)
        try {
          onRawData(memory.subarray(0, length))
        } catch {
          // The engine swallows it too.
        }
        memory.fill(0xff)
      }
    },
  }
  return new EmbeddedWire(engine as PGlite)
}

const read = (wire: EmbeddedWire, sql = 'select texts') =>
  wire.run({ sql, values: ['x'], format: 'text' }, rows => objectsOf(rows, () => text => text))

describe.each([1, 7, 8192])('a response in pieces of %i bytes', pieceBytes => {
  const texts = ['', 'one', 'ü'.repeat(10_000), 'two']

  it('is read as a whole, and so is the next one', async () => {
    const wire = wireThatAnswers(
      [
        [...prepared, ...rowsOf(...texts)],
        [bound, ...rowsOf('again')],
      ],
      pieceBytes,
    )
    expect(await read(wire)).toEqual(texts.map(text => ({ text })))
    expect(await read(wire)).toEqual([{ text: 'again' }])
  })

  it('that is an error rejects its query only', async () => {
    const error = refused({ S: 'ERROR', C: '22012', M: 'division by zero' })
    const wire = wireThatAnswers(
      [
        [...prepared, row('one'), error, ready],
        [bound, ...rowsOf('two')],
      ],
      pieceBytes,
    )
    await expect(read(wire)).rejects.toThrow('division by zero')
    expect(await read(wire)).toEqual([{ text: 'two' }])
  })

  it('that cannot be read rejects its query only', async () => {
    const wire = wireThatAnswers(
      [
        [headOf('D', 0), ready],
        [...prepared, ...rowsOf('two')],
      ],
      pieceBytes,
    )
    await expect(read(wire)).rejects.toThrow('invalid length')
    expect(await read(wire, 'select others')).toEqual([{ text: 'two' }])
  })
})
