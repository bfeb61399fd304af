/** Small invoices, written in each syntax from the same facts, so that the results can be compared. */
import { PDFDocument } from 'pdf-lib'
import type { ReadInvoice } from '../../../src/import/invoices/invoice.ts'
import { type InvoiceResult, readInvoice } from '../../../src/import/invoices/readInvoice.ts'

export interface Facts {
  isCredit: boolean
  number: string
  supplier: string
  iban: string
  reference: string
  currency: string
  issued: string
  due: string
  lines: string[]
  net: string
  rate: string
  tax: string
  total: string
  prepaid: string
  payable: string
}

export const facts: Facts = {
  isCredit: false,
  number: 'H-2026/41',
  supplier: 'Harzer Holzwerk & Söhne KG',
  iban: 'DE75512108001245126199',
  reference: 'RF18539007547034',
  currency: 'EUR',
  issued: '2026-02-27',
  due: '2026-03-29',
  lines: ['120.00', '80.50'],
  net: '200.50',
  rate: '19',
  tax: '38.10',
  total: '238.60',
  prepaid: '38.60',
  payable: '200.00',
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '')

const compact = (date: string) =>
  `<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`

export function ublOf(given: Partial<Facts> = {}): string {
  const it = { ...facts, ...given }
  const kind = it.isCredit ? 'CreditNote' : 'Invoice'
  const money = (name: string, value: string) =>
    `<cbc:${name} currencyID="${it.currency}">${value}</cbc:${name}>`
  const line = (amount: string) =>
    `<cac:${kind}Line>${money('LineExtensionAmount', amount)}</cac:${kind}Line>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
  <cbc:ID>${escaped(it.number)}</cbc:ID>
  <cbc:IssueDate>${it.issued}</cbc:IssueDate>
  ${it.isCredit ? '' : `<cbc:DueDate>${it.due}</cbc:DueDate>`}
  <cbc:${kind}TypeCode>${it.isCredit ? 381 : 380}</cbc:${kind}TypeCode>
  <cbc:DocumentCurrencyCode>${it.currency}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyName><cbc:Name>Holzwerk</cbc:Name></cac:PartyName>
    <cac:PartyLegalEntity><cbc:RegistrationName>${escaped(it.supplier)}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
    ${it.isCredit ? `<cbc:PaymentDueDate>${it.due}</cbc:PaymentDueDate>` : ''}
    <cbc:PaymentID>${escaped(it.reference)}</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>${it.iban}</cbc:ID></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:TaxTotal>
    ${money('TaxAmount', it.tax)}
    <cac:TaxSubtotal>
      ${money('TaxableAmount', it.net)}${money('TaxAmount', it.tax)}
      <cac:TaxCategory><cbc:Percent>${it.rate}</cbc:Percent></cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${money('LineExtensionAmount', it.net)}
    ${money('TaxExclusiveAmount', it.net)}
    ${money('TaxInclusiveAmount', it.total)}
    ${money('PrepaidAmount', it.prepaid)}
    ${money('PayableAmount', it.payable)}
  </cac:LegalMonetaryTotal>
  ${it.lines.map(line).join('\n  ')}
</${kind}>`
}

export function ciiOf(given: Partial<Facts> = {}): string {
  const it = { ...facts, ...given }
  const line = (amount: string) => `<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement>
    <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${amount}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
  </ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`
  const standard = 'urn:un:unece:uncefact:data:standard:'
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${standard}CrossIndustryInvoice:100"
 xmlns:ram="${standard}ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${standard}UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>
  <ram:ID>urn:cen.eu:en16931:2017</ram:ID>
</ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>
  <ram:ID>${escaped(it.number)}</ram:ID>
  <ram:TypeCode>${it.isCredit ? 381 : 380}</ram:TypeCode>
  <ram:IssueDateTime>${compact(it.issued)}</ram:IssueDateTime>
</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
  ${it.lines.map(line).join('\n  ')}
  <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty>
    <ram:Name>${escaped(it.supplier)}</ram:Name>
  </ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeSettlement>
    <ram:PaymentReference>${escaped(it.reference)}</ram:PaymentReference>
    <ram:InvoiceCurrencyCode>${it.currency}</ram:InvoiceCurrencyCode>
    <ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:TypeCode>58</ram:TypeCode>
      <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${it.iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
    </ram:SpecifiedTradeSettlementPaymentMeans>
    <ram:ApplicableTradeTax>
      <ram:CalculatedAmount>${it.tax}</ram:CalculatedAmount>
      <ram:BasisAmount>${it.net}</ram:BasisAmount>
      <ram:RateApplicablePercent>${it.rate}</ram:RateApplicablePercent>
    </ram:ApplicableTradeTax>
    <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${compact(it.due)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
    <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:LineTotalAmount>${it.net}</ram:LineTotalAmount>
      <ram:TaxBasisTotalAmount>${it.net}</ram:TaxBasisTotalAmount>
      <ram:TaxTotalAmount currencyID="${it.currency}">${it.tax}</ram:TaxTotalAmount>
      <ram:GrandTotalAmount>${it.total}</ram:GrandTotalAmount>
      <ram:TotalPrepaidAmount>${it.prepaid}</ram:TotalPrepaidAmount>
      <ram:DuePayableAmount>${it.payable}</ram:DuePayableAmount>
    </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
  </ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`
}

/** The same invoice with the names of the draft that ZUGFeRD 1 is based on. */
export function zugferd1Of(given: Partial<Facts> = {}): string {
  return ciiOf(given)
    .replaceAll('rsm:CrossIndustryInvoice', 'rsm:CrossIndustryDocument')
    .replace(
      'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
      'urn:ferd:CrossIndustryDocument:invoice:1p0',
    )
    .replace('InformationEntity:100', 'InformationEntity:12')
    .replace('UnqualifiedDataType:100', 'UnqualifiedDataType:15')
    .replaceAll('rsm:ExchangedDocumentContext', 'rsm:SpecifiedExchangedDocumentContext')
    .replaceAll('rsm:ExchangedDocument>', 'rsm:HeaderExchangedDocument>')
    .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
    .replaceAll('ram:ApplicableHeaderTrade', 'ram:ApplicableSupplyChainTrade')
    .replaceAll('ram:SpecifiedLineTradeSettlement', 'ram:SpecifiedSupplyChainTradeSettlement')
    .replaceAll('SettlementHeaderMonetarySummation', 'SettlementMonetarySummation')
    .replaceAll('SettlementLineMonetarySummation', 'SettlementMonetarySummation')
    .replaceAll('RateApplicablePercent', 'ApplicablePercent')
}

export const syntaxes = { ubl: ublOf, cii: ciiOf, zugferd1: zugferd1Of }

/** Returns the invoice, or throws if it could not be read. */
export function read(file: string | Uint8Array): ReadInvoice {
  const result = readInvoice(file)
  if (result.outcome === 'failed') throw new Error(result.reason)
  return result.invoice
}

export function failed(file: string | Uint8Array): Extract<InvoiceResult, { outcome: 'failed' }> {
  const result = readInvoice(file)
  if (result.outcome === 'read') throw new Error('it was read')
  return result
}

/** The fields without their paths. */
export function valuesOf({ fields }: ReadInvoice): Record<string, string | null> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field?.value ?? null]))
}

export const checksOf = ({ checks }: ReadInvoice): Record<string, boolean> =>
  Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))

/** The expected field values. */
export function expectedOf(it: Facts): Record<string, string | null> {
  const signed = (amount: string) => (it.isCredit && /[1-9]/.test(amount) ? `-${amount}` : amount)
  return {
    supplierName: it.supplier,
    supplierIban: it.iban,
    invoiceNumber: it.number,
    totalAmount: signed(it.payable),
    vatAmount: signed(it.tax),
    currency: it.currency,
    invoiceDate: it.issued,
    dueDate: it.due,
    paymentReference: it.reference,
  }
}

/** A PDF with one empty page and these files attached. */
export async function pdfWith(
  files: Record<string, string | Uint8Array>,
  useObjectStreams = true,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  for (const [name, content] of Object.entries(files)) await pdf.attach(Buffer.from(content), name)
  return await pdf.save({ useObjectStreams })
}
