/**
 * Cross-checks the figures of an invoice: sums, tax, totals, dates. The rules are those of EN 16931
 * (BR-CO-10 to BR-CO-17), exact except for the rounding the standard allows. A check runs only if the
 * document has its figures.
 */
import {
  absolute,
  compare,
  decimalOf,
  type Exact,
  hundredth,
  minus,
  plus,
  sum,
  times,
  toCents,
  zero,
} from './exact.ts'
import type { InvoiceCheck, Sourced } from './invoice.ts'

/** An amount: undefined if the document has none, null if it cannot be read, so that it is not taken for zero. */
export type Figure = Exact | null | undefined

export interface TaxPart {
  amount: Figure
  basis: Figure
  rate: Figure
}

export interface Figures {
  lines: Figure[]
  lineTotal: Figure
  allowances: Figure
  charges: Figure
  net: Figure
  taxParts: TaxPart[]
  tax: Figure
  /** With all others that are added to the net amount, if there can be others. */
  allTaxes?: Figure
  total: Figure
  /** Null in a profile that has no field for it. */
  prepaid: Figure
  rounding: Figure
  /** Collected by the supplier on behalf of others, on top of the invoice total. */
  collected: Figure
  payable: Figure
}

/**
 * How far the tax of one rate may be off its basis times its rate in the official validation rules of the
 * standard.
 */
const taxTolerance: Exact = { units: 1n, scale: 0 }

export function checkFigures(figures: Figures): InvoiceCheck[] {
  return [lineSum(figures), taxSum(figures), total(figures), payable(figures)].filter(check => check !== null)
}

function lineSum({ lines, lineTotal }: Figures): InvoiceCheck | null {
  const read = lines.filter(line => line !== undefined)
  if (read.length === 0 || !lineTotal || !areRead(read)) return null
  const added = sum(read)
  const stated = decimalOf(lineTotal)
  return {
    name: 'lineSum',
    ok: equals(toCents(added), lineTotal) || equals(added, lineTotal),
    detail: `The lines (${read.length}) add up to ${rounded(added)}; their stated total is ${stated}`,
  }
}

function taxSum({ taxParts, tax }: Figures): InvoiceCheck | null {
  const amounts = taxParts.map(({ amount }) => amount)
  if (amounts.length === 0 || !tax || !areRead(amounts)) return null
  const added = sum(amounts)
  const addsUp = `The tax by rate adds up to ${rounded(added)}; the stated total is ${decimalOf(tax)}`
  if (!equals(toCents(added), tax) && !equals(added, tax))
    return { name: 'taxSum', ok: false, detail: addsUp }
  const off = taxParts.find(part => !fitsRate(part))
  if (off?.basis && off.rate && off.amount) {
    const expected = decimalOf(toCents(hundredth(times(off.basis, off.rate))))
    const mismatch = `${decimalOf(off.rate)} % of ${decimalOf(off.basis)} is ${expected}, but ${decimalOf(off.amount)} is stated`
    return { name: 'taxSum', ok: false, detail: `${mismatch}, which is off by 1 or more` }
  }
  return {
    name: 'taxSum',
    ok: true,
    detail: `${addsUp}; EN 16931 allows each rate to be off by less than 1`,
  }
}

/** Signs are ignored, as in the official validation: parts of a credit note may have either sign. */
function fitsRate({ amount, basis, rate }: TaxPart): boolean {
  if (!amount || !basis || !rate) return true
  const expected = toCents(hundredth(times(absolute(basis), rate)))
  return compare(absolute(minus(absolute(amount), expected)), taxTolerance) < 0
}

function total(figures: Figures): InvoiceCheck | null {
  const { lineTotal, allowances, charges, net, total: stated } = figures
  const taxes = taxesOf(figures)
  if (!net || !stated || taxes === null || allowances === null || charges === null) return null
  const rounding = roundingInTotal(figures)
  const taxed = plus(plus(net, taxes ?? zero), rounding ?? zero)
  const parts = `${decimalOf(net)} net and ${decimalOf(taxes ?? zero)} tax${rounding ? ` and ${decimalOf(rounding)} rounding` : ''}`
  const sums = `${parts} add up to ${decimalOf(taxed)}; the stated total is ${decimalOf(stated)}`
  if (!lineTotal) return { name: 'total', ok: equals(taxed, stated), detail: sums }
  const netOfLines = plus(minus(lineTotal, allowances ?? zero), charges ?? zero)
  const steps = `lines of ${decimalOf(lineTotal)} less ${decimalOf(allowances ?? zero)} plus ${decimalOf(charges ?? zero)}`
  const ok = equals(taxed, stated) && equals(toCents(netOfLines), net)
  return { name: 'total', ok, detail: `${sums}; ${steps} give ${decimalOf(netOfLines)} net` }
}

function payable(figures: Figures): InvoiceCheck | null {
  const { total: stated, prepaid, rounding: written, collected, payable: due } = figures
  if (!stated || !due || prepaid === null || written === null || collected === null) return null
  const rounding = roundingInTotal(figures) ? zero : (written ?? zero)
  const left = plus(plus(minus(stated, prepaid ?? zero), rounding), collected ?? zero)
  const others = collected ? ` plus ${decimalOf(collected)} for others` : ''
  const steps = `${decimalOf(stated)} less ${decimalOf(prepaid ?? zero)} prepaid plus ${decimalOf(rounding)} rounding${others}`
  const detail = `${steps} gives ${decimalOf(left)}; the amount due is ${decimalOf(due)}`
  return { name: 'payable', ok: equals(left, due), detail }
}

/**
 * Before EN 16931, the rules of some countries made the rounding a part of the total instead of taking it from the total
 * to the amount due. Where the figures add up that way, it is in the total.
 */
function roundingInTotal(figures: Figures): Exact | null {
  const { net, rounding, total: stated, prepaid, collected, payable: due } = figures
  const taxes = taxesOf(figures)
  if (!net || !rounding || !stated || !due || !areKnown(taxes, prepaid, collected)) return null
  const withRounding = plus(plus(net, taxes ?? zero), rounding)
  const left = plus(minus(stated, prepaid ?? zero), collected ?? zero)
  return equals(withRounding, stated) && equals(left, due) ? rounding : null
}

const taxesOf = ({ tax, allTaxes }: Figures): Figure => (allTaxes === undefined ? tax : allTaxes)

export function checkDates(issued: Sourced | null, due: Sourced | null): InvoiceCheck | null {
  if (issued === null || due === null) return null
  // ISO dates sort as text.
  const ok = due.value >= issued.value
  const detail = `It is dated ${issued.value} and due ${due.value}${ok ? '' : ', which is earlier'}`
  return { name: 'dates', ok, detail }
}

const equals = (one: Exact, other: Exact): boolean => compare(one, other) === 0

const areKnown = (...figures: Figure[]): boolean => figures.every(figure => figure !== null)

export const areRead = (figures: Figure[]): figures is Exact[] => figures.every(figure => !!figure)

function rounded(value: Exact): string {
  return value.scale > 2
    ? `${decimalOf(value)}, to two places ${decimalOf(toCents(value))}`
    : decimalOf(value)
}
