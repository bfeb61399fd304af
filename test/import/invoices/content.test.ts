/** Buyer, net amount, taxes and lines, which the console shows next to a bill. */
import { describe, expect, it } from 'vitest'
import { linesMax } from '../../../src/contract/console/bills/content.ts'
import { fatturaPaOf } from './fatturapaText.ts'
import { ciiOf, facts, pdfWith, read, syntaxes, ublOf, zugferd1Of } from './written.ts'

describe('the content of an e-invoice', () => {
  it.each(Object.entries(syntaxes))('has the amounts of the document: %s', (_, written) => {
    const { content } = read(written())
    expect(content).toMatchObject({
      isCredit: false,
      supplier: { name: facts.supplier },
      buyer: { name: null, vatNumber: null, address: [] },
      net: facts.net,
      gross: facts.total,
      prepaid: facts.prepaid,
      taxes: [{ rate: facts.rate, basis: facts.net, amount: facts.tax }],
      lineCount: 2,
    })
    expect(content.lines.map(({ amount }) => amount)).toEqual(facts.lines)
  })

  it('has the buyer, its address, and the items of UBL', () => {
    const buyer = `<cac:AccountingCustomerParty><cac:Party>
      <cac:PostalAddress><cbc:StreetName>Hafenstr. 1</cbc:StreetName><cbc:CityName>Kiel</cbc:CityName><cbc:PostalZone>24103</cbc:PostalZone>
        <cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
      <cac:PartyTaxScheme><cbc:CompanyID>DE298417203</cbc:CompanyID></cac:PartyTaxScheme>
      <cac:PartyLegalEntity><cbc:RegistrationName>Nordlicht GmbH</cbc:RegistrationName></cac:PartyLegalEntity>
    </cac:Party></cac:AccountingCustomerParty>`
    const item = `<cbc:InvoicedQuantity unitCode="HUR">2.5</cbc:InvoicedQuantity><cac:Item><cbc:Name>Advice</cbc:Name>
      <cac:ClassifiedTaxCategory><cbc:Percent>19</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
      <cac:Price><cbc:PriceAmount currencyID="EUR">48.00</cbc:PriceAmount></cac:Price>`
    const { content } = read(
      ublOf()
        .replace('</cac:AccountingSupplierParty>', `</cac:AccountingSupplierParty>${buyer}`)
        .replace('<cac:InvoiceLine>', `<cac:InvoiceLine>${item}`),
    )
    expect(content.buyer).toEqual({
      name: 'Nordlicht GmbH',
      vatNumber: 'DE298417203',
      address: ['Hafenstr. 1', '24103 Kiel', 'DE'],
    })
    expect(content.lines[0]).toEqual({
      name: 'Advice',
      quantity: '2.5',
      unit: 'HUR',
      price: '48.00',
      rate: '19',
      amount: '120.00',
    })
  })

  it.each([
    ['cii', ciiOf],
    ['zugferd1', zugferd1Of],
  ])('has the buyer of %s, with the VAT number before other numbers', (_, written) => {
    const buyer = `<ram:BuyerTradeParty><ram:Name>Nordlicht GmbH</ram:Name>
      <ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">20/123</ram:ID></ram:SpecifiedTaxRegistration>
      <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE298417203</ram:ID></ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>`
    const { content } = read(written().replace('</ram:SellerTradeParty>', `</ram:SellerTradeParty>${buyer}`))
    expect(content.buyer).toMatchObject({ name: 'Nordlicht GmbH', vatNumber: 'DE298417203' })
  })

  it('has the parties, the net amount and the lines of FatturaPA', () => {
    const { content } = read(
      fatturaPaOf({ invoices: [{ lines: ['100.00'], net: '100.00', tax: '22.00', rate: '22.00' }] }),
    )
    expect(content.net).toBe('100.00')
    expect(content.taxes).toEqual([{ rate: '22.00', basis: '100.00', amount: '22.00' }])
    expect(content.lines.map(({ amount }) => amount)).toEqual(['100.00'])
    expect(content.supplier).toMatchObject({
      name: 'Segheria Blu & Figli S.r.l.',
      vatNumber: 'IT01234567890',
    })
    expect(content.buyer.name).toBe('Cantiere Navale')
  })

  it('is the same for a PDF with the same invoice attached', async () => {
    expect(read(await pdfWith({ 'factur-x.xml': ciiOf() })).content).toEqual(read(ciiOf()).content)
  })

  it('keeps a limited number of lines, and leaves out what is too long or unreadable', () => {
    const many = Array.from({ length: linesMax + 5 }, () => '1.00')
    const { content } = read(ublOf({ lines: many }))
    expect([content.lines.length, content.lineCount]).toEqual([linesMax, linesMax + 5])
    const long = read(ublOf({ supplier: 'x'.repeat(1000) })).content
    expect(long.supplier.name).toHaveLength(300)
    expect(read(ublOf({ prepaid: '1,5' })).content.prepaid).toBe(null)
  })
})
