import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../src/import/files/problem.ts'
import { decodeHead, decodeText } from '../../src/import/files/text.ts'
import { detectFormat } from '../../src/import/format.ts'
import { statementReader } from '../../src/import/statementReaders.ts'
import { guessCsv } from '../../src/import/statements/csv/csvGuess.ts'
import { fatturaPaOf } from './invoices/fatturapaText.ts'
import { base64Of, p7mOf } from './invoices/p7mBytes.ts'
import { camt } from './statements/camtText.ts'
import { bai2Text } from './statements/lines/bai2Text.ts'
import { cfonbText } from './statements/lines/cfonbText.ts'
import { codaText } from './statements/lines/codaText.ts'
import { csb43Text } from './statements/lines/csb43Text.ts'

const tell = (text: string) => detectFormat(Buffer.from(text, 'latin1'))
const root = (name: string, namespace: string) =>
  `<?xml version="1.0"?>\n<!-- written by hand -->\n<x:${name} xmlns:x="${namespace}"/>`

describe('a format is detected by content', () => {
  test.each([
    ['camt', camt('', 'camt.054', '08'), { kind: 'camt', message: 'camt.054', version: '08' }],
    [
      'camt in an envelope',
      `<E>${camt('').replace(/^.*\n/, '')}</E>`,
      { kind: 'camt', message: 'camt.053', version: '02' },
    ],
    [
      'camt that is broken further on',
      `${camt('').slice(0, 200)}<<`,
      { kind: 'camt', message: 'camt.053', version: '02' },
    ],
    ['MT940', ':20:A\r\n:25:4711\r\n:28C:1\r\n', { kind: 'mt940' }],
    ['MT940 after a few lines of the bank', 'ABNANL2A\n940\nABNANL2A\n:20:A\n:25:4711\n', { kind: 'mt940' }],
    ['MT940 in blocks', '\x01{1:F01INGBNL2AXXXX00001}{2:I940INGBNL2AXXXN}{4:\n:20:A\n', { kind: 'mt940' }],
    ['CODA', codaText({ lines: [] }), { kind: 'coda' }],
    ['CODA after another file', `\x1a\r\n${codaText({ lines: [] })}`, { kind: 'coda' }],
    ['CSB43', csb43Text({ lines: [] }), { kind: 'csb43' }],
    ['CSB43 after a record of the bank', `002100260331\r\n${csb43Text({ lines: [] })}`, { kind: 'csb43' }],
    ['CFONB 120', cfonbText({ lines: [] }), { kind: 'cfonb' }],
    ['BAI2', bai2Text({ accounts: [{ lines: [] }] }), { kind: 'bai2' }],
    ['OFX 1', 'OFXHEADER:100\nDATA:OFXSGML\n', { kind: 'ofx', syntax: 'sgml' }],
    ['OFX without a header', '\n\n<OFX>\n', { kind: 'ofx', syntax: 'sgml' }],
    ['OFX with another header', 'DATA:OFXSGML\nENCODING:UTF-8\n<OFX>\n', { kind: 'ofx', syntax: 'sgml' }],
    [
      'camt without a namespace',
      '<Document><BkToCstmrStmt><GrpHdr/></BkToCstmrStmt></Document>',
      { kind: 'camt', message: 'camt.053', version: null },
    ],
    [
      'camt of the Austrian banks',
      '<Document xmlns="ISO:camt.053.001.02:APC:STUZZA:payments:003"/>',
      { kind: 'camt', message: 'camt.053', version: '02' },
    ],
    ['OFX 2', '<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX></OFX>', { kind: 'ofx', syntax: 'xml' }],
    ['UBL', root('Invoice', 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'), { kind: 'ubl' }],
    [
      'a UBL credit note',
      root('CreditNote', 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2'),
      { kind: 'ubl' },
    ],
    [
      'CII',
      root('CrossIndustryInvoice', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'),
      { kind: 'cii' },
    ],
    [
      'ZUGFeRD 1',
      root('CrossIndustryDocument', 'urn:ferd:CrossIndustryDocument:invoice:1p0'),
      { kind: 'zugferd1' },
    ],
    ['FatturaPA', fatturaPaOf(), { kind: 'fatturapa' }],
    ['FatturaPA with a wrong namespace', fatturaPaOf({ namespace: 'urn:x' }), { kind: 'fatturapa' }],
    ['a signed file', p7mOf(fatturaPaOf()).toString('latin1'), { kind: 'p7m' }],
    ['a signed file in base64', base64Of(p7mOf(fatturaPaOf())).toString('latin1'), { kind: 'p7m' }],
    ['PDF', '%PDF-1.7\n', { kind: 'pdf' }],
    ['ZIP', 'PK\x03\x04\x14\0', { kind: 'zip' }],
    ['a workspace file', '{ "workspace": { "id": "w" } }', { kind: 'workspace' }],
    ['CSV', 'Datum;Betrag;Text\n30.03.2026;1,00;a\n', { kind: 'csv' }],
  ])('%s', (_, text, expected) => {
    expect(tell(text)).toEqual(expected)
  })

  test.each([
    ['nothing', '', 'it is empty'],
    ['blanks', ' \n ', 'it is empty'],
    ['a payment order', root('Document', 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'), 'it is pain.001'],
    [
      'a receipt of the Italian exchange system',
      root('MetadatiInvioFile', 'http://www.fatturapa.gov.it/sdi/messaggi/v1.0'),
      'not an invoice',
    ],
    ['a Document without a namespace', '<Document/>', 'without a namespace'],
    ['other XML', '<rss/>', 'of an unknown kind (rss)'],
    ['a web page', '<!DOCTYPE html><html></html>', 'a web page'],
    ['XML with a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'DOCTYPE'],
    ['broken XML', '<a', 'XML without any element'],
    ['other JSON', '{"a":1}', 'not a workspace file'],
    ['a picture', '\x89PNG\r\n', 'a picture'],
    ['gzip', '\x1f\x8b\x08', 'unpack it first'],
    ['prose', 'Dear Sir,\nplease find attached.\n', 'neither a known format nor a table'],
    ['bytes', 'ab\0\0\x07cd', 'not a text file'],
    ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC"?><a/>', 'not supported'],
  ])('%s is rejected with a reason', (_, text, reason) => {
    const format = tell(text)
    expect(format.kind).toBe('unknown')
    expect(format.kind === 'unknown' && format.reason).toContain(reason)
  })
})

test('any bytes end in a rejection or in parts, never in another error', async () => {
  const starts = [
    '',
    '<?xml version="1.0"?>',
    camt('').slice(0, 150),
    ':20:A\n:25:1\n',
    '<OFX>',
    'a;b;c\n1;2;3\n',
    '{1:F01A}{2:I940}',
    codaText({ lines: [] }).slice(0, 260),
    csb43Text({ lines: [] }).slice(0, 160),
    cfonbText({ lines: [] }).slice(0, 180),
    bai2Text({ accounts: [{ lines: [] }] }).slice(0, 90),
  ]
  const bytes = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }))
  await fc.assert(
    fc.asyncProperty(bytes, async ([start, rest]) => {
      const all = Buffer.concat([Buffer.from(start), rest])
      const format = detectFormat(all)
      try {
        const mapping = format.kind === 'csv' ? (guessCsv(decodeHead(all).text)?.mapping ?? null) : null
        const reader = statementReader(format, mapping)
        for await (const part of reader?.(decodeText([all]).text) ?? [])
          expect(part.kind).toBeTypeOf('string')
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile)
      }
    }),
    { numRuns: 400 },
  )
})
