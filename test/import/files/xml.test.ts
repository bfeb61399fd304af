import { describe, expect, test } from 'vitest'
import { XmlReader } from '../../../src/import/files/xml.ts'
import { child, childrenOf, descendant, readXmlTree, textAt } from '../../../src/import/files/xmlTree.ts'

describe('XML', () => {
  test('is read as a tree of local names with namespaces, attributes, text and lines', async () => {
    const tree = await readXmlTree([
      '\n<?xml version="1.0"?>\n<a:r xmlns:a="urn:a" x="1" a:y="2">\n <b>t<![CDATA[<&]]> </b><b/>\n</a:r>',
    ])
    expect(tree).toMatchObject({
      name: 'r',
      namespace: 'urn:a',
      attributes: { x: '1', 'a:y': '2' },
      text: '',
      line: 3,
    })
    expect(childrenOf(tree, 'b').map(({ text, line, namespace }) => ({ text, line, namespace }))).toEqual([
      { text: 't<&', line: 4, namespace: '' },
      { text: '', line: 4, namespace: '' },
    ])
    expect(child(tree, 'c')).toBeUndefined()
    expect(descendant(tree, 'c', 'd')).toBeUndefined()
    expect(textAt(tree, 'b')).toBe('t<&')
  })

  test('has the five entities and numeric ones', async () => {
    expect((await readXmlTree(['<a>&amp;&lt;&gt;&quot;&apos;&#228;&#x20ac;</a>'])).text).toBe('&<>"\'ä€')
  })

  test.each([
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE', 1],
    ['an undeclared entity', '<a>\n&b;</a>', 'undefined entity', 2],
    ['unclosed elements', '<a>\n<b>', 'unclosed tag', 2],
    ['overlapping elements', '<a><b></a></b>', 'unexpected close tag', 1],
    ['an undeclared prefix', '<x:a/>', 'unbound namespace prefix', 1],
    ['two roots', '<a/><b/>', 'not well-formed', 1],
    ['nothing', '', 'root element', 1],
    ['elements nested too deeply', '<a>'.repeat(65), 'nested deeper than 64', 1],
    ['a text that is too long', `<a>${'x'.repeat(1_200_000)}</a>`, 'longer than 1000000', 1],
    ['an attribute that is too long', `<a b="${'x'.repeat(1_200_000)}"/>`, 'longer than 1000000', 1],
    ['a comment that is too long', `<a><!--${'x'.repeat(1_200_000)}--></a>`, 'longer than 1000000', 1],
  ])('is rejected with %s, at its line', async (_, text, reason, line) => {
    await expect(readXmlTree([text])).rejects.toMatchObject({ name: 'UnreadableFile', line })
    await expect(readXmlTree([text])).rejects.toThrow(reason)
  })

  test('is rejected if it has more elements than the limit', async () => {
    await expect(readXmlTree([`<a>${'<b/>'.repeat(20)}</a>`], { elementsMax: 20 })).rejects.toThrow(
      'more than 20 elements',
    )
  })

  test('may be longer than any limit if its pieces are not', () => {
    let count = 0
    const reader = new XmlReader({ open: () => (count += 1), text() {}, close() {} })
    reader.write('<a>')
    for (let index = 0; index < 30; index += 1) reader.write(`<b>${'x'.repeat(100_000)}</b>`)
    reader.write('</a>')
    reader.end()
    expect(count).toBe(31)
  })
})
