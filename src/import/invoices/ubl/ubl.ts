/** Invoices and credit notes in UBL 2.1, as used by Peppol BIS Billing 3 and XRechnung. */
import { chooseAccount, noteDirectDebit } from '../accounts.ts'
import { areRead, type Figure, type Figures, type TaxPart } from '../checks.ts'
import { ublDiscounts } from '../discounts.ts'
import { all, first, type Place } from '../document.ts'
import { type Draft, figureAt, figureOf, firstDate, inCurrency, isCreditType, oneCurrency } from '../draft.ts'
import { exact, sum } from '../exact.ts'
import type { Findings } from '../findings.ts'
import type { Sourced } from '../invoice.ts'
import { isSelfBilledType, ublParty } from '../parties.ts'
import { isOioubl2, netOfOioubl2 } from './oioubl.ts'
import { ublContent } from './ublContent.ts'

export function readUbl(root: Place, findings: Findings): Draft {
  const isCreditNote = root.element.name === 'CreditNote'
  const totals = first(root, 'cac:LegalMonetaryTotal')
  const payable = first(totals, 'cbc:PayableAmount')
  const currency = oneCurrency(findings, first(root, 'cbc:DocumentCurrencyCode'), payable)
  const tax = taxTotal(findings, root, currency)
  const means = all(root, 'cac:PaymentMeans')
  const accounts = all(root, 'cac:PaymentMeans', 'cac:PayeeFinancialAccount', 'cbc:ID')
  const account = chooseAccount(findings, accounts)
  noteDirectDebit(findings, all(root, 'cac:PaymentMeans', 'cbc:PaymentMeansCode'))
  notePayee(findings, root)

  const fields = {
    supplierName: supplierName(findings, root),
    supplierIban: account.iban,
    invoiceNumber: findings.text(first(root, 'cbc:ID')),
    totalAmount: findings.amount(payable),
    vatAmount: findings.amount(first(tax, 'cbc:TaxAmount')),
    currency,
    invoiceDate: findings.isoDate(first(root, 'cbc:IssueDate')),
    dueDate: dueDate(findings, root),
    paymentReference: paymentReference(findings, means, account.iban),
  }
  const isCredit = isCreditNote || isCreditType(first(root, 'cbc:InvoiceTypeCode'))
  return {
    format: isCreditNote ? 'ubl-creditnote' : 'ubl-invoice',
    profile: findings.text(first(root, 'cbc:CustomizationID'))?.value ?? null,
    isCredit,
    fields,
    discounts: ublDiscounts(findings, root),
    content: ublContent(root, tax, isCredit),
    parties: {
      supplier: ublParty(first(root, 'cac:AccountingSupplierParty', 'cac:Party')),
      buyer: ublParty(first(root, 'cac:AccountingCustomerParty', 'cac:Party')),
      isSelfBilled: isSelfBilledType(
        first(root, 'cbc:InvoiceTypeCode') ?? first(root, 'cbc:CreditNoteTypeCode'),
      ),
    },
    ibanCheck: account.check,
    figures: figuresOf(findings, root, tax, fields),
  }
}

/**
 * There may be a second total in the supplier's accounting currency. The first in the invoice currency has
 * the rates.
 */
function taxTotal(findings: Findings, root: Place, currency: Sourced | null): Place | undefined {
  const totals = all(root, 'cac:TaxTotal')
  const amount = inCurrency(all(root, 'cac:TaxTotal', 'cbc:TaxAmount'), currency)
  const [other] = totals
  if (amount === undefined) {
    if (other && currency)
      findings.error(other, `no tax is stated in ${currency.value}, the currency of the invoice`)
    return undefined
  }
  return totals.find(({ path }) => amount.path.startsWith(`${path}/`))
}

function supplierName(findings: Findings, root: Place): Sourced | null {
  const party = first(root, 'cac:AccountingSupplierParty', 'cac:Party')
  return (
    findings.text(first(party, 'cac:PartyLegalEntity', 'cbc:RegistrationName')) ??
    findings.text(first(party, 'cac:PartyName', 'cbc:Name'))
  )
}

function notePayee(findings: Findings, root: Place): void {
  const payee = first(root, 'cac:PayeeParty', 'cac:PartyName', 'cbc:Name')
  if (payee?.element.text)
    findings.note(payee, `it is to be paid to ${payee.element.text.slice(0, 200)}, not to the supplier`)
}

/** In UBL a credit note has no due date element, so the payment means and terms are searched too. */
function dueDate(findings: Findings, root: Place): Sourced | null {
  const places = [
    ...all(root, 'cbc:DueDate'),
    ...all(root, 'cac:PaymentMeans', 'cbc:PaymentDueDate'),
    ...all(root, 'cac:PaymentTerms', 'cbc:PaymentDueDate'),
  ]
  return firstDate(findings, places, place => findings.isoDate(place))
}

/** The reference that belongs to the chosen account, or else the first one. */
function paymentReference(findings: Findings, means: Place[], iban: Sourced | null): Sourced | null {
  const own = means.find(({ path }) => iban?.path.startsWith(`${path}/`))
  const references = means.flatMap(each => all(each, 'cbc:PaymentID'))
  return (
    findings.text(first(own, 'cbc:PaymentID')) ??
    findings.text(references.find(({ element }) => element.text !== ''))
  )
}

function figuresOf(
  findings: Findings,
  root: Place,
  tax: Place | undefined,
  { totalAmount, vatAmount }: Draft['fields'],
): Figures {
  const totals = first(root, 'cac:LegalMonetaryTotal')
  const figure = (name: string) => figureAt(findings, first(totals, name))
  const line = root.element.name === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
  return {
    lineTotal: figure('cbc:LineExtensionAmount'),
    allowances: figure('cbc:AllowanceTotalAmount'),
    charges: figure('cbc:ChargeTotalAmount'),
    ...netAndTaxes(root, totals, figure('cbc:TaxExclusiveAmount')),
    total: figure('cbc:TaxInclusiveAmount'),
    prepaid: figure('cbc:PrepaidAmount'),
    rounding: figure('cbc:PayableRoundingAmount'),
    collected: collectedForOthers(findings, root),
    payable: figureOf(totalAmount),
    tax: tax && figureOf(vatAmount),
    taxParts: all(tax, 'cac:TaxSubtotal').map(part => taxPart(findings, part)),
    lines: all(root, line).map(each => figureAt(findings, first(each, 'cbc:LineExtensionAmount'))),
  }
}

function netAndTaxes(
  root: Place,
  totals: Place | undefined,
  written: Figure,
): Pick<Figures, 'net' | 'allTaxes'> {
  if (!isOioubl2(root)) return { net: written }
  const net = netOfOioubl2(totals)
  return { net: net === null ? null : exact(net), allTaxes: written }
}

/** XRechnung's extension uses PrepaidPayment for payments to third parties. */
function collectedForOthers(findings: Findings, root: Place): Figure {
  const profile = first(root, 'cbc:CustomizationID')?.element.text ?? ''
  const payments = profile.includes(':extension:xrechnung') ? all(root, 'cac:PrepaidPayment') : []
  const amounts = payments.map(each => figureAt(findings, first(each, 'cbc:PaidAmount')))
  if (amounts.length === 0) return undefined
  return areRead(amounts) ? sum(amounts) : null
}

function taxPart(findings: Findings, part: Place): TaxPart {
  return {
    amount: figureAt(findings, first(part, 'cbc:TaxAmount')),
    basis: figureAt(findings, first(part, 'cbc:TaxableAmount')),
    rate: figureAt(findings, first(part, 'cac:TaxCategory', 'cbc:Percent')),
  }
}
