import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { readInvoice } from '../../../src/import/invoices/readInvoice.ts'
import { ciiOf, facts, read, ublOf, valuesOf } from './written.ts'

function refusal(file: string | Uint8Array): string {
  try {
    readInvoice(file)
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

const timeMax = 20_000

describe('a file is rejected quickly and with a reason for', () => {
  test('a DOCTYPE, and with it every entity', () => {
    const bomb = '<!DOCTYPE Invoice [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    const text = ublOf({ number: '&b;' }).replace('?>', `?>${bomb}`)
    expect(refusal(text)).toContain('DOCTYPE')
    expect(refusal(ublOf().replace('H-2026/41', '&b;'))).toContain('not well-formed')
  })

  test.each([
    ['deep nesting', ublOf().replace('</Invoice>', `${'<x>'.repeat(100_000)}`), 'nested deeper'],
    ['many elements', `<a>${'<b/>'.repeat(201_000)}</a>`, 'more than 200000 elements'],
    ['many attributes', `<a>${`<b ${attributes(1000)}/>`.repeat(205)}</a>`, 'more than 200000 attributes'],
    ['many namespaces', `<a>${'<b xmlns:c="d"/>'.repeat(210_000)}</a>`, 'more than 200000 attributes'],
    ['a long tag', `<a b="${'c'.repeat(1_000_000)}"/>`, 'longer than 100000'],
    ['a long text', ublOf({ number: 'é '.repeat(500_000) }), 'longer than 100000'],
    ['a long file', `<a>${'<b>c d</b>'.repeat(900_000)}</a>`, 'longer than 8388608'],
    ['no XML at all', 'Dear Sir or Madam', 'not well-formed'],
    ['nothing', '', 'not well-formed'],
    [
      'XML of another kind',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>',
      'not an e-invoice',
    ],
    ['an invoice in another standard', '<Invoice/>', 'its root element is "Invoice"'],
  ])('%s', { timeout: timeMax }, (_, text, reason) => {
    expect(refusal(text)).toContain(reason)
  })

  test.each([
    ['bytes that are not text', Uint8Array.of(0xff, 0x00, 0xfe), 'not well-formed XML'],
    ['an unknown encoding', Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>'), 'klingon'],
    ['a ZIP', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0), 'not well-formed'],
    ['a file beyond the limit', new Uint8Array(33 * 1024 * 1024), 'larger than'],
  ])('%s', (_, bytes, reason) => {
    expect(refusal(bytes)).toContain(reason)
  })
})

test('a rejection has the line of the problem', () => {
  expect(() => readInvoice('<a>\n<b>\n</a>')).toThrow(expect.objectContaining({ line: 3 }))
})

describe('an invoice is read in its own encoding', () => {
  const text = ciiOf()
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['Windows-1252', Buffer.from(text.replace('UTF-8', 'windows-1252'), 'latin1')],
  ])('%s', (_, bytes) => {
    expect(valuesOf(read(bytes)).supplierName).toBe(facts.supplier)
  })
})

test('a large attachment is skipped and does not shift line numbers', () => {
  const base64 = `${'QUJDREVGR0hJSktM'.repeat(4)}\n`.repeat(20_000)
  const attachment = `<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${base64}</cbc:EmbeddedDocumentBinaryObject>`
  const text = ublOf().replace('<cac:PaymentMeans>', `${attachment}<cac:PaymentMeans>`)
  expect(read(text).fields).toEqual(read(ublOf()).fields)
  const broken = text.replace('>2026-03-29<', '>soon<').replace('>DE7551', '>DE7552')
  const [account, due] = read(broken).problems.sort((one, two) => (two.line ?? 0) - (one.line ?? 0))
  expect(due?.line).toBe(8)
  expect(account?.line).toBeGreaterThan(20_000)
})

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ')
}
