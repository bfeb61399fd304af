import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { XmlReader } from '../../../src/import/files/xml.ts'

/** Everything that a reader reports for a text that arrives in pieces, up to the first error. */
function reported(pieces: readonly string[], parserOnly: boolean): unknown[] {
  const events: unknown[] = []
  const reader = new XmlReader(
    {
      open: (name, namespace, attributes, line) =>
        events.push(['open', name, namespace, { ...attributes }, line]),
      text: value => events.push(['text', value]),
      close: (name, line) => events.push(['close', name, line]),
    },
    { parserOnly, depthMax: 6 },
  )
  try {
    for (const piece of pieces) reader.write(piece)
    reader.end()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    // What was reported before the error may differ, because text is read ahead. With cuts, the parser itself may
    // report another error of the text first.
    return pieces.length === 1 ? [error.message, error.line] : ['error']
  }
  return events
}

function piecesOf(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map(cut => cut % (text.length + 1)))].sort((one, other) => one - other)
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end))
}

const fragment = fc.constantFrom(
  ...[
    '<a>',
    '</a>',
    '<b>',
    '</b>',
    '<a/>',
    '<b />',
    '</a >',
    '< a>',
    '<p:a xmlns:p="urn:p">',
    '</p:a>',
    '<p:a>',
  ],
  ...[
    '<a x="1">',
    '<a x=\'1\' y="2">',
    '<a x="1" x="2">',
    '<a x="1"y="2">',
    '<a x="&amp;">',
    '<a x=">">',
    '<a x>',
  ],
  ...[
    '<a xmlns="urn:a">',
    '<a xmlns="">',
    '<ä>',
    '</ä>',
    '<a:b:c>',
    '<1>',
    '</a x="1">',
    '<a x="\n">',
    '</>',
  ],
  ...[
    'text',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '&amp;',
    '&#228;',
    '&#x20AC;',
    '&b;',
    '&',
    '&#0;',
    '&#xD800;',
    '&#13;',
  ],
  ...[']]>', ']]', '>', '<', '"', '\0', '\ufffe', '😀', 'ä', '<![CDATA[x]]>', '<!-- c -->', '<?p i?>'],
  ...[
    '<!DOCTYPE a>',
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='utf-8'?>",
    '<?xml version="2.0"?>',
    '/>',
  ],
)

/** Mostly well-formed, so that most texts get further than their first tags. */
const sound = fc.constantFrom(
  ...[
    '<a>x</a>',
    '<a/>',
    '<b x="1">&lt;\r\n</b>',
    '\n',
    'text',
    '<a>\n <b>ü</b>\n</a>',
    '<p:a xmlns:p="urn:p"><p:b/></p:a>',
  ],
)

const document = fc
  .tuple(
    fc.constantFrom(
      '',
      '<?xml version="1.0"?>',
      '<?xml version="1.0" encoding="UTF-8"?>\n',
      '\n\n',
      '\ufeff',
    ),
    fc.array(fc.oneof({ weight: 6, arbitrary: sound }, { weight: 1, arbitrary: fragment }), {
      maxLength: 12,
    }),
    fc.constantFrom('', '\n', '<c/>', 'x', '\0'),
  )
  .map(([start, parts, end]) => `${start}<r>${parts.join('')}</r>${end}`)

describe('The plain reader', () => {
  test('reports what the parser reports, whatever the text and however it is cut', () => {
    const texts = fc.oneof(
      document,
      fc.array(fragment, { maxLength: 12 }).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
        const pieces = piecesOf(text, cuts)
        expect(reported(pieces, false)).toEqual(reported(pieces, true))
      }),
      { numRuns: 3_000 },
    )
  })

  test('leaves texts and tags to the parser that are longer than it keeps', () => {
    const pieces = [
      '<r><a>',
      'x'.repeat(70_000),
      'y'.repeat(70_000),
      '</a>',
      `<b c="${'z'.repeat(140_000)}"/>`,
      '</r>',
    ]
    expect(reported(pieces, false)).toEqual(reported(pieces, true))
  })
})
