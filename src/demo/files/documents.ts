/** Documents of a few bills: e-invoices, PDFs with and without one, and one addressed to somebody else. */
import type { Bill } from '../../contract/bills.ts'
import type { WorkspaceFile } from '../../contract/workspaceFile.ts'
import { percentOf } from '../amounts.ts'
import { companyNames } from '../companies.ts'
import { suppliers } from '../names/suppliers.ts'
import { discountPercent } from '../payments/likelyPayments.ts'
import type { DemoDocument } from './demoFile.ts'
import { type Invoice, type InvoiceLine, printed, ublOf } from './invoices.ts'
import { pdfOf } from './pdf.ts'

export function demoDocuments({ bills, companies, transactions }: WorkspaceFile): DemoDocument[] {
  const of = (status: Bill['status']) => bills.filter(bill => bill.status === status).toSorted(byInvoice)
  const invoiceOf = (bill: Bill) =>
    invoice(
      bill,
      companies.find(({ id }) => id === bill.companyId),
    )
  const [first, second, third] = of('pending_approval')
  const [paid] = of('paid').toReversed()
  const discounted = of('pending_match').find(({ totalAmount, paymentReference }) => {
    const totalMinor = minorOf(totalAmount)
    const reducedMinor = totalMinor - percentOf(totalMinor, discountPercent)
    return transactions.some(
      row => row.reference === paymentReference && minorOf(row.amount) === reducedMinor,
    )
  })
  const [failed] = of('extract_failed').filter(({ supplierName }) => supplierName !== null)
  const documents = [
    first && xml(first, invoiceOf(first)),
    second && pdf(second, invoiceOf(second)),
    third && xml(third, { ...invoiceOf(third), buyer: 'Quellmond Beteiligungs AG', buyerVatNumber: null }),
    paid && pdf(paid, invoiceOf(paid)),
    discounted && xml(discounted, { ...invoiceOf(discounted), hasDiscount: true }),
    failed && scan(failed),
  ]
  return documents.filter(each => each !== undefined)
}

const byInvoice = (one: Bill, other: Bill): number =>
  (one.invoiceDate ?? one.createdAt) < (other.invoiceDate ?? other.createdAt) ? -1 : 1

type Companies = WorkspaceFile['companies']

function invoice(bill: Bill, company: Companies[number] | undefined): Invoice {
  const totalMinor = minorOf(bill.totalAmount)
  const vatMinor = minorOf(bill.vatAmount)
  const netMinor = totalMinor - vatMinor
  return {
    number: bill.invoiceNumber ?? '',
    supplier: bill.supplierName ?? '',
    iban: bill.supplierIban,
    buyer: company?.name ?? companyNames.furniture,
    buyerVatNumber: company?.vatNumber ?? null,
    reference: bill.paymentReference ?? '',
    currency: bill.currency ?? 'EUR',
    issued: bill.invoiceDate ?? '',
    due: bill.dueDate,
    lines: linesOf(bill, netMinor),
    netMinor,
    vatMinor,
    vatPercent:
      vatMinor === 0 ? 0 : (suppliers.find(({ name }) => name === bill.supplierName)?.vatPercent ?? 0),
    hasDiscount: false,
  }
}

const wares: Readonly<Record<string, readonly [string, string]>> = {
  'raw-materials': ['Material as ordered', 'Packaging'],
  freight: ['Transport', 'Toll'],
  software: ['Hosting', 'Support'],
  'professional-services': ['Advice', 'Expenses'],
}

/** Several of one thing, and the rest as a second line. */
function linesOf({ supplierName }: Bill, netMinor: number): InvoiceLine[] {
  const category = suppliers.find(({ name }) => name === supplierName)?.category ?? ''
  const [first, second] = wares[category] ?? ['Services', 'Expenses']
  const quantity = 4
  const priceMinor = Math.trunc((netMinor * 9) / 10 / quantity)
  return [
    { name: first, quantity, priceMinor },
    { name: second, quantity: 1, priceMinor: netMinor - quantity * priceMinor },
  ]
}

const xml = (bill: Bill, it: Invoice): DemoDocument => ({
  billId: bill.id,
  name: `${it.number}.xml`,
  bytes: Buffer.from(ublOf(it)),
})

const pdf = (bill: Bill, it: Invoice): DemoDocument => ({
  billId: bill.id,
  name: `${it.number}.pdf`,
  bytes: pdfOf(printed(it), { name: 'xrechnung.xml', bytes: Buffer.from(ublOf(it)) }),
})

/** Only people can read it: a page without an e-invoice. */
function scan({ id, supplierName, createdAt }: Bill): DemoDocument {
  const issued = createdAt.slice(0, 10)
  const lines = [{ name: 'Services as agreed', quantity: 1, priceMinor: 48_000 }]
  const page = printed({
    number: `S-${issued.slice(0, 4)}-118`,
    supplier: supplierName ?? '',
    iban: suppliers.find(({ name }) => name === supplierName)?.iban ?? null,
    buyer: companyNames.furniture,
    buyerVatNumber: null,
    reference: `S-${issued.slice(0, 4)}-118`,
    currency: 'EUR',
    issued,
    due: null,
    lines,
    netMinor: 48_000,
    vatMinor: 9_120,
    vatPercent: 19,
    hasDiscount: false,
  })
  return { billId: id, name: 'Scan.pdf', bytes: pdfOf(page, null) }
}

const minorOf = (amount: string | null): number => Number.parseInt((amount ?? '0.00').replace('.', ''), 10)
