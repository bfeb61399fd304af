import { describe, expect, test } from 'vitest'
import { bill } from '../../../src/contract/bills.ts'
import { checksOf, expectedOf, facts, read, syntaxes, valuesOf } from './written.ts'

const allHold = { lineSum: true, taxSum: true, total: true, payable: true, iban: true, dates: true }

describe.each(Object.entries(syntaxes))('an invoice in %s', (_, write) => {
  test('gives every field in the form that a bill has', () => {
    const values = valuesOf(read(write()))
    expect(values).toEqual(expectedOf(facts))
    const shape = bill.pick({
      supplierName: true,
      supplierIban: true,
      invoiceNumber: true,
      totalAmount: true,
      vatAmount: true,
      currency: true,
      invoiceDate: true,
      dueDate: true,
      paymentReference: true,
    })
    expect(shape.parse(values)).toEqual(values)
  })

  test('passes all checks and has no problems', () => {
    const invoice = read(write())
    expect(checksOf(invoice)).toEqual(allHold)
    expect(invoice.problems).toEqual([])
    expect(invoice.profile).toBe('urn:cen.eu:en16931:2017')
  })

  test('as a credit note has negative amounts and passes all checks', () => {
    const credit = { ...facts, isCredit: true }
    expect(valuesOf(read(write(credit)))).toEqual(expectedOf(credit))
    expect(checksOf(read(write(credit)))).toEqual(allHold)
    expect(read(write({ isCredit: true, tax: '0.00' })).fields.vatAmount?.value).toBe('0.00')
  })

  test('may use any namespace prefixes', () => {
    const renamed = write()
      .replaceAll('cbc:', 'b:')
      .replaceAll('xmlns:cbc', 'xmlns:b')
      .replaceAll('ram:', 'r:')
    const declared = renamed.replaceAll('xmlns:ram', 'xmlns:r')
    expect(read(declared).fields).toEqual(read(write()).fields)
  })

  test('may lack the optional fields: IBAN, due date, reference, VAT', () => {
    const poor = write({ iban: '', due: '', reference: '' })
    expect(valuesOf(read(poor))).toMatchObject({ supplierIban: null, dueDate: null, paymentReference: null })
    expect(checksOf(read(poor))).toEqual({ lineSum: true, taxSum: true, total: true, payable: true })
    expect(read(poor).problems).toEqual([])
  })

  test('has its IBAN without blanks and its text on one line', () => {
    const spaced = write({ iban: ' DE75 5121 0800\n1245 1261 99 ', supplier: '\n  Holz\n    Nord ' })
    expect(valuesOf(read(spaced))).toMatchObject({ supplierIban: facts.iban, supplierName: 'Holz Nord' })
  })

  test('keeps the scale of an amount, but no redundant sign or zero', () => {
    const values = valuesOf(read(write({ payable: '+0200.000', tax: '-0.00' })))
    expect(values).toMatchObject({ totalAmount: '200.000', vatAmount: '0.00' })
  })
})

test('an invoice in UBL gives the path of each field', () => {
  const { format, fields } = read(syntaxes.ubl())
  expect(format).toBe('ubl-invoice')
  expect(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field?.path]))).toEqual({
    supplierName: '/Invoice/cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName',
    supplierIban: '/Invoice/cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID',
    invoiceNumber: '/Invoice/cbc:ID',
    totalAmount: '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount',
    vatAmount: '/Invoice/cac:TaxTotal/cbc:TaxAmount',
    currency: '/Invoice/cbc:DocumentCurrencyCode',
    invoiceDate: '/Invoice/cbc:IssueDate',
    dueDate: '/Invoice/cbc:DueDate',
    paymentReference: '/Invoice/cac:PaymentMeans/cbc:PaymentID',
  })
  const credit = read(syntaxes.ubl({ isCredit: true }))
  expect(credit.format).toBe('ubl-creditnote')
  expect(credit.fields.dueDate?.path).toBe('/CreditNote/cac:PaymentMeans/cbc:PaymentDueDate')
})

test.each([
  ['cii', '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTrade', 'Header'],
  [
    'zugferd1',
    '/rsm:CrossIndustryDocument/rsm:SpecifiedSupplyChainTradeTransaction/ram:ApplicableSupplyChainTrade',
    '',
  ],
] as const)('an invoice in %s gives the path of each field', (syntax, start, header) => {
  const { format, fields } = read(syntaxes[syntax]())
  const totals = `${start}Settlement/ram:SpecifiedTradeSettlement${header}MonetarySummation`
  const account = 'ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:IBANID'
  expect(format).toBe(syntax)
  expect(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field?.path])),
  ).toMatchObject({
    supplierName: `${start}Agreement/ram:SellerTradeParty/ram:Name`,
    supplierIban: `${start}Settlement/${account}`,
    totalAmount: `${totals}/ram:DuePayableAmount`,
    vatAmount: `${totals}/ram:TaxTotalAmount`,
    currency: `${start}Settlement/ram:InvoiceCurrencyCode`,
    dueDate: `${start}Settlement/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`,
    paymentReference: `${start}Settlement/ram:PaymentReference`,
  })
})
