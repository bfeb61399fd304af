/** The output of the bill commands. */
import type { Bill } from '../contract/bills.ts'
import type { BillDetails } from '../contract/console/bills/billDetails.ts'
import type { StoredDocument } from '../store/documents.ts'
import { table } from './table.ts'

interface ShownBill {
  bill: Bill
  details: BillDetails
}

type SavedDocument = Omit<StoredDocument, 'bytes'> & { id: string; bytes: number }

export const billOutput = {
  'bills show': ({ bill, details }: ShownBill): string[] => [
    headline(bill),
    ...failure(details),
    ...values(bill, details),
    ...checks(details),
    ...problems(details),
    ...steps(details),
    ...documents(details),
    ...payments(bill, details),
    ...match(details),
  ],
  'bills document': ({ id, name, bytes }: SavedDocument): string[] => [
    `Saved document ${id} (${name}): ${bytes} bytes.`,
  ],
}

/** A table with a title; empty if there are no rows. */
const part = (title: string, heads: readonly string[], rows: readonly string[][]): string[] =>
  rows.length === 0 ? [] : ['', title, ...table(heads, rows).map(line => `  ${line}`)]

function headline({ id, supplierName, totalAmount, currency, status }: Bill): string {
  const supplier = supplierName === null ? '' : ` from ${supplierName}`
  const total = totalAmount === null ? '' : ` for ${[totalAmount, currency].join(' ').trimEnd()}`
  return `Bill ${id}${supplier}${total}: ${status}.`
}

const failure = ({ failure: reason, missing }: BillDetails): string[] =>
  reason === null ? [] : [`It could not be read: ${reason}.`, `Missing: ${missing.join(', ') || 'nothing'}.`]

function values(bill: Bill, { sources, format, profile }: BillDetails): string[] {
  const title = `Values${format === null ? '' : ` (${[format, profile].filter(Boolean).join(', ')})`}:`
  const rows = Object.entries(sources).map(([name, { value, path }]) => {
    const now = bill[name as keyof Bill]
    // The bill may have been changed since it was read from the document.
    return [name, value, now === value ? path : `${path} (the bill now has ${now ?? 'nothing'})`]
  })
  return part(title, ['FIELD', 'VALUE', 'WHERE IN THE DOCUMENT'], rows)
}

const checks = (details: BillDetails): string[] =>
  part(
    'Checks:',
    [' ', 'CHECK', 'WHAT WAS COMPARED'],
    details.checks.map(({ ok, name, detail }) => [ok ? '✓' : '✗', name, detail]),
  )

const problems = (details: BillDetails): string[] =>
  part(
    'Problems:',
    ['LINE', 'KIND', 'WHERE', 'WHAT'],
    details.problems.map(({ line, severity, at, reason }) => [String(line ?? '–'), severity, at, reason]),
  )

const steps = (details: BillDetails): string[] =>
  part(
    'Steps:',
    ['STATUS', 'SINCE'],
    details.steps.map(({ status, at }) => [status, at]),
  )

const documents = (details: BillDetails): string[] =>
  part(
    'Documents:',
    ['ID', 'NAME', 'TYPE', 'BYTES', 'RECEIVED', 'SHA-256'],
    details.documents.map(({ id, name, mediaType, bytes, createdAt, digest }) => [
      id,
      name,
      mediaType,
      String(bytes),
      createdAt,
      digest,
    ]),
  )

/** What was paid, and the discounts on offer. */
function payments({ totalAmount, currency }: Bill, { settlement }: BillDetails): string[] {
  const { paid, open, payments: all, offers } = settlement
  const title = `Paid ${paid} of ${[totalAmount, currency].join(' ')}; ${open} open:`
  const paidRows = all.map(({ transactionId, day, amount, discount, charge, tolerance }) => [
    transactionId,
    day ?? 'not booked yet',
    ...[amount, discount, charge, tolerance].map(part => (/[1-9]/.test(part) ? part : '–')),
  ])
  const offerRows = offers.map(({ percent, until, discount, toPay }) => [
    percent === null ? '–' : `${percent} %`,
    discount,
    toPay,
    until ?? '–',
  ])
  const heads = ['TRANSACTION', 'DAY', 'PAID', 'DISCOUNT', 'CHARGES', 'DIFFERENCE']
  return [
    ...part(title, heads, paidRows),
    ...part('Cash discounts:', ['PERCENT', 'DISCOUNT', 'TO PAY', 'UNTIL'], offerRows),
  ]
}

function match({ match: found }: BillDetails): string[] {
  if (found === null) return []
  const { transactionId, by, at, score, reasons } = found
  const who = by.name ?? (by.kind === 'service' ? 'the service' : by.id)
  const title = `Settled by transaction ${transactionId}, matched by ${who} at ${at} (score ${score} of 100):`
  const rows = reasons.map(({ points, sentence }) => [points < 0 ? String(points) : `+${points}`, sentence])
  return rows.length === 0 ? ['', title.replace(/:$/, '.')] : part(title, ['POINTS', 'WHY'], rows)
}
