/**
 * Invoices in UN/CEFACT Cross Industry Invoice: XRechnung, Factur-X, ZUGFeRD 2. ZUGFeRD 1 was based on a
 * draft of it and has the same parts under other names.
 */
import { chooseAccount, noteDirectDebit } from '../accounts.ts'
import type { Figure, Figures, TaxPart } from '../checks.ts'
import { ciiDiscounts } from '../discounts.ts'
import { all, first, type Place } from '../document.ts'
import { type Draft, figureAt, figureOf, firstDate, inCurrency, isCreditType, oneCurrency } from '../draft.ts'
import type { Findings } from '../findings.ts'
import type { Sourced } from '../invoice.ts'
import { ciiParty, isSelfBilledType } from '../parties.ts'
import { ciiContent } from './ciiContent.ts'
import { type CiiNames, cii, zugferd1 } from './ciiNames.ts'

const lineItem = 'ram:IncludedSupplyChainTradeLineItem'

export function readCii(root: Place, findings: Findings): Draft {
  const names = root.element.name === 'CrossIndustryDocument' ? zugferd1 : cii
  const header = first(root, names.header)
  const transaction = first(root, names.transaction)
  const settlement = first(transaction, names.settlement)
  const totals = first(settlement, names.summation)
  const payable = first(totals, 'ram:DuePayableAmount') ?? first(totals, 'ram:GrandTotalAmount')
  const currency = oneCurrency(findings, first(settlement, 'ram:InvoiceCurrencyCode'), payable)
  const tax = taxTotal(findings, totals, currency)
  const means = 'ram:SpecifiedTradeSettlementPaymentMeans'
  const account = chooseAccount(
    findings,
    all(settlement, means, 'ram:PayeePartyCreditorFinancialAccount', 'ram:IBANID'),
  )
  noteDirectDebit(findings, all(settlement, means, 'ram:TypeCode'))
  notePayee(findings, settlement)
  const profile = findings.text(
    first(root, names.context, 'ram:GuidelineSpecifiedDocumentContextParameter', 'ram:ID'),
  )

  const fields = {
    supplierName: supplierName(findings, first(transaction, names.agreement)),
    supplierIban: account.iban,
    invoiceNumber: findings.text(first(header, 'ram:ID')),
    totalAmount: findings.amount(payable),
    vatAmount: findings.amount(tax),
    currency,
    invoiceDate: findings.compactDate(first(header, 'ram:IssueDateTime', 'udt:DateTimeString')),
    dueDate: dueDate(findings, settlement),
    paymentReference: findings.text(first(settlement, 'ram:PaymentReference')),
  }
  const figures = figuresOf(findings, totals, fields)
  const isCredit = isCreditType(first(header, 'ram:TypeCode'))
  return {
    format: names.format,
    profile: profile?.value ?? null,
    isCredit,
    fields,
    discounts: ciiDiscounts(findings, settlement),
    content: ciiContent(root, names, isCredit),
    parties: {
      supplier: ciiParty(first(transaction, names.agreement, 'ram:SellerTradeParty')),
      buyer: ciiParty(first(transaction, names.agreement, 'ram:BuyerTradeParty')),
      isSelfBilled: isSelfBilledType(first(header, 'ram:TypeCode')),
    },
    ibanCheck: account.check,
    figures: {
      ...figures,
      // The Minimum profile states the amount due but has no field for prepaid amounts.
      prepaid: profile?.value.endsWith(':minimum') ? null : figures.prepaid,
      tax: tax && figureOf(fields.vatAmount),
      taxParts: all(settlement, 'ram:ApplicableTradeTax').map(part => taxPart(findings, part, names)),
      lines: all(transaction, lineItem).map(line => lineTotal(findings, line, names)),
    },
  }
}

function taxTotal(
  findings: Findings,
  totals: Place | undefined,
  currency: Sourced | null,
): Place | undefined {
  const amounts = all(totals, 'ram:TaxTotalAmount')
  const amount = inCurrency(amounts, currency)
  const [other] = amounts
  if (amount === undefined && other && currency) {
    findings.error(other, `no tax is stated in ${currency.value}, the currency of the invoice`)
  }
  return amount
}

function supplierName(findings: Findings, agreement: Place | undefined): Sourced | null {
  const seller = first(agreement, 'ram:SellerTradeParty')
  return (
    findings.text(first(seller, 'ram:Name')) ??
    findings.text(first(seller, 'ram:SpecifiedLegalOrganization', 'ram:TradingBusinessName'))
  )
}

function notePayee(findings: Findings, settlement: Place | undefined): void {
  const payee = first(settlement, 'ram:PayeeTradeParty', 'ram:Name')
  if (payee?.element.text)
    findings.note(payee, `it is to be paid to ${payee.element.text.slice(0, 200)}, not to the supplier`)
}

function dueDate(findings: Findings, settlement: Place | undefined): Sourced | null {
  const dates = all(settlement, 'ram:SpecifiedTradePaymentTerms', 'ram:DueDateDateTime', 'udt:DateTimeString')
  return firstDate(findings, dates, place => findings.compactDate(place))
}

function figuresOf(findings: Findings, totals: Place | undefined, { totalAmount }: Draft['fields']): Figures {
  const figure = (name: string) => figureAt(findings, first(totals, name))
  // Without an amount due, the total is used, and there is nothing to compare.
  const isStated = first(totals, 'ram:DuePayableAmount') !== undefined
  return {
    lineTotal: figure('ram:LineTotalAmount'),
    allowances: figure('ram:AllowanceTotalAmount'),
    charges: figure('ram:ChargeTotalAmount'),
    net: figure('ram:TaxBasisTotalAmount'),
    total: isStated ? figure('ram:GrandTotalAmount') : figureOf(totalAmount),
    prepaid: figure('ram:TotalPrepaidAmount'),
    rounding: figure('ram:RoundingAmount'),
    collected: undefined,
    payable: isStated ? figureOf(totalAmount) : undefined,
    tax: undefined,
    taxParts: [],
    lines: [],
  }
}

function taxPart(findings: Findings, part: Place, { rate }: CiiNames): TaxPart {
  return {
    amount: figureAt(findings, first(part, 'ram:CalculatedAmount')),
    basis: figureAt(findings, first(part, 'ram:BasisAmount')),
    rate: figureAt(findings, first(part, rate)),
  }
}

/** A line that groups or explains others repeats their amounts, which would count twice. */
function lineTotal(findings: Findings, line: Place, names: CiiNames): Figure {
  const status = first(line, 'ram:AssociatedDocumentLineDocument', 'ram:LineStatusReasonCode')?.element.text
  if (status === 'GROUP' || status === 'INFORMATION') return undefined
  return figureAt(findings, first(line, ...names.lineTotal))
}
