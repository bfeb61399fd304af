import { expect, test } from 'vitest'
import { checksOf, ciiOf, failed, read, ublOf, valuesOf } from './written.ts'

test('in UBL the tax is the one in the invoice currency, wherever it is', () => {
  const own = /<cac:TaxTotal>[\s\S]*<\/cac:TaxTotal>/.exec(ublOf())?.[0] ?? ''
  const foreign = '<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">431.20</cbc:TaxAmount></cac:TaxTotal>'
  const both = read(ublOf().replace(own, foreign + own))
  expect(both.fields.vatAmount).toEqual({ value: '38.10', path: '/Invoice/cac:TaxTotal[2]/cbc:TaxAmount' })
  expect(checksOf(both)).toMatchObject({ taxSum: true, total: true })
  const alone = read(ublOf().replace(own, foreign))
  expect(alone.fields.vatAmount).toBeNull()
  expect(alone.problems).toMatchObject([
    { severity: 'error', reason: expect.stringContaining('no tax is stated in EUR') },
  ])
})

test('in CII the tax is the one in the invoice currency, wherever it is', () => {
  const foreign = '<ram:TaxTotalAmount currencyID="SEK">431.20</ram:TaxTotalAmount>'
  const both = read(ciiOf().replace('<ram:TaxTotalAmount', `${foreign}<ram:TaxTotalAmount`))
  expect(both.fields.vatAmount).toMatchObject({
    value: '38.10',
    path: expect.stringMatching(/TaxTotalAmount\[2\]$/),
  })
})

test('in UBL the party name replaces a missing registered name, and the currency of the amount that of the invoice', () => {
  const text = ublOf({ supplier: '' }).replace(/<cbc:DocumentCurrencyCode>.*/, '')
  expect(valuesOf(read(text))).toMatchObject({ supplierName: 'Holzwerk', currency: 'EUR' })
  expect(read(text).fields.currency?.path).toBe(
    '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount/@currencyID',
  )
})

test('in UBL a date is the one written, whatever its time zone', () => {
  expect(read(ublOf({ issued: '2026-02-27+05:30' })).fields.invoiceDate?.value).toBe('2026-02-27')
})

test('an invoice with the type of a credit note is one', () => {
  const text = ublOf().replace('TypeCode>380<', 'TypeCode>381<')
  expect(read(text).fields.totalAmount?.value).toBe('-200.00')
})

test('in CII a date that is not a single day is an error', () => {
  const result = failed(ciiOf().replace('format="102">20260227', 'format="610">202602'))
  expect(result.missing).toEqual(['invoiceDate'])
  expect(result.invoice?.problems[0]?.reason).toBe('its format is "610", but 102 (a single day) is expected')
})

test('in CII the total replaces a missing amount due', () => {
  const invoice = read(ciiOf().replace(/<ram:DuePayableAmount>.*/, ''))
  expect(invoice.fields.totalAmount).toMatchObject({
    value: '238.60',
    path: expect.stringMatching(/GrandTotalAmount$/),
  })
  expect(checksOf(invoice)).not.toHaveProperty('payable')
})

test('in the Minimum profile of Factur-X the prepaid amount is unknown, so the amount due is not checked', () => {
  const minimum = ciiOf().replace('urn:cen.eu:en16931:2017', 'urn:factur-x.eu:1p0:minimum')
  expect(checksOf(read(minimum.replace(/<ram:TotalPrepaidAmount>.*/, '')))).not.toHaveProperty('payable')
})

test('in CII a line that only groups others does not count', () => {
  const group = `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument>
    <ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode></ram:AssociatedDocumentLineDocument>
    <ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation>
    <ram:LineTotalAmount>120.00</ram:LineTotalAmount>
    </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`
  const text = ciiOf().replace('<ram:IncludedSupplyChain', `${group}<ram:IncludedSupplyChain`)
  expect(checksOf(read(text))).toMatchObject({ lineSum: true })
})

test('a payee other than the supplier is noted', () => {
  const payee =
    '<cac:PayeeParty><cac:PartyName><cbc:Name>Elbe Factoring</cbc:Name></cac:PartyName></cac:PayeeParty>'
  const invoice = read(ublOf().replace('<cac:PaymentMeans>', `${payee}<cac:PaymentMeans>`))
  expect(invoice.problems).toMatchObject([
    { severity: 'note', reason: 'it is to be paid to Elbe Factoring, not to the supplier' },
  ])
})

test('the first of several due dates is used, and the others are noted', () => {
  const terms = '<cac:PaymentTerms><cbc:PaymentDueDate>2026-04-29</cbc:PaymentDueDate></cac:PaymentTerms>'
  const ubl = read(ublOf().replace('<cac:TaxTotal>', `${terms}<cac:TaxTotal>`))
  expect(ubl.fields.dueDate?.value).toBe('2026-03-29')
  expect(ubl.problems).toMatchObject([{ severity: 'note', reason: expect.stringContaining('2026-04-29') }])
  const [second = ''] = /<ram:SpecifiedTradePaymentTerms>.*/.exec(ciiOf({ due: '2026-04-29' })) ?? []
  const cii = read(
    ciiOf().replace('<ram:SpecifiedTradeSettlementHeader', `${second}<ram:SpecifiedTradeSettlementHeader`),
  )
  expect(cii.fields.dueDate?.value).toBe('2026-03-29')
  expect(cii.problems).toMatchObject([{ severity: 'note', reason: expect.stringContaining('20260429') }])
})

test('a credit note with a negative amount is to be paid, and noted', () => {
  const invoice = read(ublOf({ isCredit: true, prepaid: '300.00', payable: '-61.40' }))
  expect(invoice.fields.totalAmount?.value).toBe('61.40')
  expect(invoice.problems).toMatchObject([{ severity: 'note', at: expect.stringMatching(/PayableAmount$/) }])
})

test('in the extension of XRechnung, amounts collected for others are to be paid too', () => {
  const extended = ublOf()
    .replace(/(<cbc:CustomizationID>)[^<]*/, '$1urn:xoev-de:kosit:extension:xrechnung_3.0')
    .replace(
      '<cac:TaxTotal>',
      '<cac:PrepaidPayment><cbc:PaidAmount currencyID="EUR">12.50</cbc:PaidAmount></cac:PrepaidPayment><cac:TaxTotal>',
    )
  expect(checksOf(read(extended))).toMatchObject({ payable: false })
  const paid = extended.replace(/(<cbc:PayableAmount[^>]*>)200.00/, '$1212.50')
  expect(checksOf(read(paid))).toMatchObject({ payable: true })
})

test('an account in a national format is noted and does not count as a broken IBAN', () => {
  const bankgiro = read(ublOf({ iban: '5050-1055' }))
  expect(bankgiro.fields.supplierIban).toBeNull()
  expect(checksOf(bankgiro)).not.toHaveProperty('iban')
  expect(bankgiro.problems).toMatchObject([{ severity: 'note' }])
})

test('the rounding belongs to the total or to the amount due, not to both and not to neither', () => {
  const rounded = (total: string, payable: string) =>
    checksOf(
      read(
        ublOf({ total, payable }).replace(
          '<cbc:PayableAmount',
          '<cbc:PayableRoundingAmount currencyID="EUR">0.40</cbc:PayableRoundingAmount><cbc:PayableAmount',
        ),
      ),
    )
  expect(rounded('238.60', '200.40')).toMatchObject({ total: true, payable: true })
  expect(rounded('239.00', '200.40')).toMatchObject({ total: true, payable: true })
  expect(rounded('239.00', '200.80')).toMatchObject({ total: false, payable: true })
  expect(rounded('238.60', '200.00')).toMatchObject({ total: true, payable: false })
})

test('in OIOUBL 2 all taxes are in the place of the net amount, which follows from the lines', () => {
  const oioubl = (total: string) =>
    read(
      ublOf({ total, payable: total, prepaid: '0.00' })
        .replace(/(<cbc:CustomizationID>)[^<]*/, '$1OIOUBL-2.02')
        .replace(/(<cbc:TaxExclusiveAmount[^>]*>)200.50/, '$145.10')
        .replace(
          '<cbc:PrepaidAmount',
          '<cbc:AllowanceTotalAmount currencyID="EUR">10.50</cbc:AllowanceTotalAmount>' +
            '<cbc:ChargeTotalAmount currencyID="EUR">4.00</cbc:ChargeTotalAmount><cbc:PrepaidAmount',
        ),
    )
  expect(checksOf(oioubl('239.10'))).toMatchObject({ taxSum: true, total: true, payable: true })
  expect(checksOf(oioubl('239.20'))).toMatchObject({ total: false, payable: true })
  expect(oioubl('239.10').content).toMatchObject({ net: '194.00', gross: '239.10' })
})
