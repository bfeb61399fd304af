/** The same invoice as an e-invoice (UBL) and as a printed page. */

import { decimal } from '../amounts.ts'
import { discountDays, discountPercent } from '../payments/likelyPayments.ts'
import type { PdfLine } from './pdf.ts'
import { escaped } from './xml.ts'

export interface InvoiceLine {
  name: string
  quantity: number
  priceMinor: number
}

export interface Invoice {
  number: string
  supplier: string
  iban: string | null
  buyer: string
  buyerVatNumber: string | null
  reference: string
  currency: string
  issued: string
  due: string | null
  lines: readonly InvoiceLine[]
  netMinor: number
  vatMinor: number
  vatPercent: number
  hasDiscount: boolean
}

export function ublOf(it: Invoice): string {
  const money = (name: string, minor: number) =>
    `<cbc:${name} currencyID="${it.currency}">${decimal(minor)}</cbc:${name}>`
  const due = it.due === null ? '' : `<cbc:DueDate>${it.due}</cbc:DueDate>`
  const account =
    it.iban === null
      ? ''
      : `<cac:PayeeFinancialAccount><cbc:ID>${it.iban}</cbc:ID></cac:PayeeFinancialAccount>`
  const discount = `#SKONTO#TAGE=${discountDays}#PROZENT=${decimal(discountPercent * 100)}#`
  const terms = it.hasDiscount ? `<cac:PaymentTerms><cbc:Note>${discount}</cbc:Note></cac:PaymentTerms>` : ''
  const vat = it.buyerVatNumber
  const tax =
    vat === null
      ? ''
      : `<cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`
  const total = it.netMinor + it.vatMinor
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
<cbc:ID>${escaped(it.number)}</cbc:ID><cbc:IssueDate>${it.issued}</cbc:IssueDate>${due}
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>${it.currency}</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party>${entity(it.supplier)}</cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party>${tax}${entity(it.buyer)}</cac:Party></cac:AccountingCustomerParty>
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentID>${escaped(it.reference)}</cbc:PaymentID>${account}</cac:PaymentMeans>
${terms}
<cac:TaxTotal>${money('TaxAmount', it.vatMinor)}<cac:TaxSubtotal>${money('TaxableAmount', it.netMinor)}${money('TaxAmount', it.vatMinor)}<cac:TaxCategory><cbc:Percent>${it.vatPercent}</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${money('LineExtensionAmount', it.netMinor)}${money('TaxExclusiveAmount', it.netMinor)}${money('TaxInclusiveAmount', total)}${money('PayableAmount', total)}</cac:LegalMonetaryTotal>
${it.lines.map((line, index) => ublLine(line, index, it, money)).join('\n')}
</Invoice>
`
}

const entity = (name: string): string =>
  `<cac:PartyLegalEntity><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName></cac:PartyLegalEntity>`

function ublLine(
  { name, quantity, priceMinor }: InvoiceLine,
  index: number,
  { vatPercent }: Invoice,
  money: (name: string, minor: number) => string,
): string {
  const tax = `<cac:ClassifiedTaxCategory><cbc:Percent>${vatPercent}</cbc:Percent></cac:ClassifiedTaxCategory>`
  return `<cac:InvoiceLine><cbc:ID>${index + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="C62">${quantity}</cbc:InvoicedQuantity>${money('LineExtensionAmount', quantity * priceMinor)}<cac:Item><cbc:Name>${escaped(name)}</cbc:Name>${tax}</cac:Item><cac:Price>${money('PriceAmount', priceMinor)}</cac:Price></cac:InvoiceLine>`
}

/** The page that people read. */
export function printed(it: Invoice): PdfLine[] {
  const money = (minor: number) => `${decimal(minor)} ${it.currency}`
  const right = (text: string, y: number, bold = false): PdfLine => ({ text, x: 430, y, bold })
  const totals: readonly [string, string, boolean][] = [
    ['Net', money(it.netMinor), false],
    [`VAT ${it.vatPercent}%`, money(it.vatMinor), false],
    ['Total', money(it.netMinor + it.vatMinor), true],
  ]
  return [
    { text: it.supplier, x: 60, y: 80, size: 16, bold: true },
    { text: it.buyer, x: 60, y: 150 },
    { text: `Invoice ${it.number}`, x: 60, y: 210, size: 14, bold: true },
    { text: `Date ${it.issued}`, x: 60, y: 232 },
    ...(it.due === null ? [] : [{ text: `Due ${it.due}`, x: 60, y: 248 }]),
    ...it.lines.flatMap(({ name, quantity, priceMinor }, index) => {
      const y = 300 + index * 20
      return [
        { text: `${quantity} x ${name}`, x: 60, y },
        { text: money(priceMinor), x: 300, y },
        right(money(quantity * priceMinor), y),
      ]
    }),
    ...totals.flatMap(([name, amount, bold], index) => {
      const y = 320 + it.lines.length * 20 + index * 18
      return [{ text: name, x: 300, y, bold }, right(amount, y, bold)]
    }),
    { text: `Please pay to ${it.iban ?? 'our account'}, reference ${it.reference}`, x: 60, y: 480 },
  ]
}
