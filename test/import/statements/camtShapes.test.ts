import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { readCamt } from '../../../src/import/statements/camt/camt.ts'
import { camt, camtAccount, camtBalance, camtEntry, otherIban } from './camtText.ts'
import { partsOf } from './reading.ts'

/** Everything that is read from a text in pieces, or the error that ends it. */
async function read(pieces: readonly string[]): Promise<unknown> {
  try {
    return await partsOf(readCamt, ...pieces)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // With cuts, the parser itself may report another error of the text first.
    return pieces.length === 1 ? [error.message, error.line] : 'error'
  }
}

/** A comment leaves everything to the parser, which knows no shapes. */
const withComment = (text: string): string => text.replace('<Document', '<!----><Document')

function cut(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map(each => each % (text.length + 1)))].sort((one, other) => one - other)
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end))
}

const value = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('Miete', 'RE-1', 'A &amp; B', 'Süd', '12.50', '0', 'CRDT', 'DBIT', 'BOOK', ''),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        ' x ',
        '\u00a0x',
        ' 12.50 ',
        '\u00a0CRDT',
        'BOOK ',
        ' 2026-03-30',
        'a\nb',
        'a\tb',
        'a > b',
        ']]>',
        '😀',
        '\ufffe',
        '\x01',
        '&#32;x',
        '&#0;',
        '&b;',
      ],
      ...['<b/>', 'x<b/>', '<b>y</b>', '<![CDATA[<]]>', '<!-- c -->', '&lt;Ntry&gt;', '\r\n', '\ud800'],
    ),
  },
)

/** Places of the entry where a text can be, and shapes that it can have. */
const changes: ((entry: string, text: string) => string)[] = [
  (entry, text) => entry.replace('12.50', text),
  (entry, text) => entry.replace('>CRDT<', `>${text}<`),
  (entry, text) => entry.replace('BOOK', text),
  (entry, text) => entry.replace('2026-03-30', text),
  (entry, text) => entry.replace('BANK-1', text),
  (entry, text) => entry.replace('Papierwerk Süd AG', text),
  (entry, text) => entry.replace(otherIban, text),
  (entry, text) => entry.replace('RE-2026-0117', text),
  (entry, text) => entry.replace('</Ntry>', `${text}</Ntry>`),
  (entry, text) => entry.replace('<TxDtls>', `<TxDtls>${text}`),
  entry => entry.replace('EUR', 'USD'),
  entry => entry.replace('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>'),
  entry => entry.replace(/<TxDtls>[\s\S]*<\/TxDtls>/, ''),
  entry => entry.replace(/<TxDtls>[\s\S]*<\/TxDtls>/, details => details + details),
  entry => entry.replace('<AddtlNtryInf>', '<RvslInd/><AddtlNtryInf>'),
  entry => entry.replaceAll('\n', ''),
  () => '<Ntry/>',
  entry => entry.replace('<Ntry>', '<Ntry xmlns="urn:other" xmlns:n="urn:n">'),
  entry => entry.replace('<Ntry>', '\n\n<Ntry\n>'),
  entry => entry.replace('<Ustrd>', '<n:Ustrd>').replace('</Ustrd>', '</n:Ustrd>'),
]

const entry = fc
  .array(fc.tuple(fc.nat(changes.length - 1), value), { maxLength: 2 })
  .map(made =>
    camtEntry(start => made.reduce((text, [index, inside]) => changes[index]?.(text, inside) ?? text, start)),
  )

/** Most entries of a file are like some other one. */
const entries = fc.oneof(
  fc.array(entry, { maxLength: 8 }),
  fc
    .tuple(fc.array(entry, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(2), { maxLength: 12 }))
    .map(([kinds, order]) => order.map(index => kinds[index % kinds.length] ?? '')),
)

const withoutDeclaration = (text: string): string => text.slice(text.indexOf('<Document'))

describe('Entries of a shape that was seen before', () => {
  test('are read like all others, whatever is in them and however the file is cut', async () => {
    const between = fc.constantFrom(camtBalance('CLBD', '2.00'), '</Stmt><Stmt>', '</Stmt>\n<Stmt>')
    const content = fc.tuple(entries, between, entries).map(([first, middle, second]) => {
      const head = [camtAccount, camtBalance('OPBD', '1.00')].join('\n')
      return camt([head, ...first, middle, ...second].join('\n'), 'camt.053', '08')
    })
    await fc.assert(
      fc.asyncProperty(content, fc.array(fc.nat(), { maxLength: 3 }), async (text, cuts) => {
        expect(await read(cut(text, cuts))).toEqual(await read(cut(withComment(text), cuts)))
      }),
      { numRuns: 500 },
    )
  })

  test('keep their own lines, texts and number of transactions', async () => {
    const texts = ['one', 'two', ' three ', 'four &amp; five', 'six']
    const content = texts.map(text => camtEntry(each => each.replace('RE-2026-0117', text)))
    const parts = (await partsOf(readCamt, camt([camtAccount, ...content].join('\n')))) as {
      kind: string
      entry?: { reference: string; line: number }
    }[]
    const read = parts.flatMap(({ entry }) => entry ?? [])
    expect(read.map(({ reference }) => reference)).toEqual(['one', 'two', 'three', 'four & five', 'six'])
    expect(read.map(({ line }) => line)).toEqual([0, 1, 2, 3, 4].map(index => 7 + index * 18))
  })

  test('may use a prefix only where it is declared', async () => {
    const prefixed = camtEntry(each => each.replace('<Sts>', '<n:X>x</n:X><Sts>'))
    const statement = withoutDeclaration(camt(`${prefixed}\n${prefixed}`)).replace(' ', ' xmlns:n="urn:n" ')
    const both = `<Envelope>${statement}${statement}</Envelope>`
    expect(await read([both])).toEqual(await read([withComment(both)]))
    const second = `<Envelope>${statement}${statement.replace('xmlns:n="urn:n" ', '')}</Envelope>`
    const error = await read([second])
    expect(error).toEqual(['it is not well-formed XML: unbound namespace prefix: n', expect.any(Number)])
    expect(error).toEqual(await read([withComment(second)]))
  })

  test('may not be nested deeper than others', async () => {
    const statement = withoutDeclaration(camt(`${camtEntry()}\n${camtEntry()}`))
    const deeper = `<Envelope>${statement}${'<e>'.repeat(57)}${statement}`
    const error = await read([deeper])
    expect(error).toEqual(['elements are nested deeper than 64', expect.any(Number)])
    expect(error).toEqual(await read([withComment(deeper)]))
  })
  test('are not mistaken for the end of a statement', async () => {
    const text = camt(['<Ntry/>', '<Ntry/>', '<Ntry/>', '<Ntry/>'].join('\n</Stmt><Stmt>'))
    expect(await read([text])).toEqual(await read([withComment(text)]))
  })
})
