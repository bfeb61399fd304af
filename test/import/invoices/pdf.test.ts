import { AFRelationship, PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { readPdfAttachments } from '../../../src/import/invoices/pdf/pdf.ts'
import { readInvoice } from '../../../src/import/invoices/readInvoice.ts'
import { ciiOf, expectedOf, facts, failed, pdfWith, read, ublOf, valuesOf } from './written.ts'

describe.each([
  ['with object streams', true],
  ['without object streams', false],
])('a PDF %s', (_, useObjectStreams) => {
  test.each([
    'factur-x.xml',
    'zugferd-invoice.xml',
    'ZUGFeRD-invoice.xml',
    'xrechnung.xml',
    'Rechnung 41.XML',
  ])('has its invoice in %s and reports the name', async name => {
    const pdf = await pdfWith({ 'terms.txt': 'Pay soon.', [name]: ciiOf() }, useObjectStreams)
    expect(readInvoice(pdf)).toMatchObject({ outcome: 'read', attachment: name })
    expect(valuesOf(read(pdf))).toEqual(expectedOf(facts))
  })

  test('with several XML files has it in the one with the standard name', async () => {
    const files = { 'a.xml': '<a/>', 'zugferd-invoice.xml': '<b/>', 'factur-x.xml': ciiOf(), 'z.xml': '<z/>' }
    const { invoice, names } = readPdfAttachments(await pdfWith(files, useObjectStreams))
    expect(invoice?.name).toBe('factur-x.xml')
    expect(names).toEqual(Object.keys(files))
  })

  test('without attachments fails with a reason', async () => {
    const result = failed(await pdfWith({}, useObjectStreams))
    expect(result.reason).toMatch(/^the PDF contains no e-invoice: it has no attachments/)
    expect(result).toMatchObject({
      invoice: null,
      attachment: null,
      missing: expect.arrayContaining(['totalAmount']),
    })
  })

  test('with only other attachments fails and names them', async () => {
    expect(failed(await pdfWith({ 'photo.png': 'x' }, useObjectStreams)).reason).toContain(
      'its attachments are "photo.png"',
    )
    const two = await pdfWith({ 'a.xml': '<a/>', 'b.xml': '<b/>' }, useObjectStreams)
    expect(failed(two).reason).toContain('its attachments are "a.xml", "b.xml"')
  })

  test.each([
    ['is cut off', ublOf().slice(0, 900), 'not well-formed'],
    ['has a DOCTYPE', ublOf().replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), 'DOCTYPE'],
    ['is of another kind', '<order/>', 'its root element is "order"'],
    ['is not text', Uint8Array.of(0xff, 0x31), 'not well-formed XML'],
  ])('whose XML %s fails with the reason, because people can still read it', async (_, xml, reason) => {
    const result = failed(await pdfWith({ 'factur-x.xml': xml }, useObjectStreams))
    expect(result).toMatchObject({ attachment: 'factur-x.xml', invoice: null })
    expect(result.reason).toMatch(/^"factur-x.xml" in the PDF cannot be read: /)
    expect(result.reason).toContain(reason)
  })

  test('that was updated has the newer file', async () => {
    const pdf = await PDFDocument.load(
      await pdfWith({ 'factur-x.xml': ciiOf({ number: 'old' }) }, useObjectStreams),
    )
    const changed = await pdf.save({ useObjectStreams })
    expect(read(changed).fields.invoiceNumber?.value).toBe('old')
    expect(read(appended(changed, ciiOf({ number: 'new' }))).fields.invoiceNumber?.value).toBe('new')
  })
})

test('the relationship of the file to the PDF is kept', async () => {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  await pdf.attach(Buffer.from(ciiOf()), 'factur-x.xml', { afRelationship: AFRelationship.Alternative })
  expect(readPdfAttachments(await pdf.save()).invoice?.relationship).toBe('Alternative')
})

test('a file that is associated with the document but not in the name tree is found', async () => {
  const pdf = await PDFDocument.load(await pdfWith({ 'factur-x.xml': ciiOf() }))
  pdf.catalog.delete(PDFName.of('Names'))
  expect(valuesOf(read(await pdf.save()))).toEqual(expectedOf(facts))
})

test('a name may have escapes, a file may be uncompressed, and its length may follow it', () => {
  const xml = Buffer.from(ciiOf())
  const pdf = Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog/AF[2 0 R]>> endobj\n'),
    Buffer.from('2 0 obj <</F(factur\\055x.x\\\nml)/EF<</F 3 0 R>>/AFRelationship/Da#74a>> endobj\n'),
    Buffer.from('3 0 obj <</Length 4 0 R>> stream\r\n'),
    xml,
    Buffer.from(
      `\nendstream endobj\n4 0 obj ${xml.length} endobj\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
    ),
  ])
  expect(readPdfAttachments(pdf).invoice).toMatchObject({ name: 'factur-x.xml', relationship: 'Data' })
  expect(valuesOf(read(pdf))).toEqual(expectedOf(facts))
})

test('text inside a file that looks like an object is not one', async () => {
  const inner = await pdfWith({ 'factur-x.xml': ciiOf({ number: 'inner' }) }, false)
  const xml = Buffer.from(ciiOf({ number: 'outer' }))
  const pdf = Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj <</AF[2 0 R]>> endobj\n2 0 obj <</F(factur-x.xml)/EF<</F 3 0 R>>>> endobj\n',
    ),
    Buffer.from(`3 0 obj <</Length ${xml.length}>> stream\n`),
    xml,
    Buffer.from(`endstream endobj\n9 0 obj <</Length ${inner.length}>> stream\n`),
    inner,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF'),
  ])
  expect(read(pdf).fields.invoiceNumber?.value).toBe('outer')
})

/** How PDFs are updated: new objects at the end, with their own trailer. */
function appended(pdf: Uint8Array, xml: string): Uint8Array {
  const text = Buffer.from(xml)
  return Buffer.concat([
    pdf,
    Buffer.from(
      '\n901 0 obj <</Type/Catalog/AF[902 0 R]>> endobj\n902 0 obj <</UF(factur-x.xml)/EF<</F 903 0 R>>>> endobj\n',
    ),
    Buffer.from(`903 0 obj <</Length ${text.length}>>\nstream\n`),
    text,
    Buffer.from('\nendstream\nendobj\ntrailer <</Root 901 0 R>>\nstartxref\n0\n%%EOF\n'),
  ])
}
