/**
 * Cross-checks the figures of a FatturaPA body, by the rules of the Italian exchange system: lines may be off
 * their base by less than one unit of money, and a tax off its rate by a cent.
 */
import { areRead } from '../checks.ts'
import { absolute, compare, decimalOf, type Exact, minus, sum, toCents, zero } from '../exact.ts'
import type { InvoiceCheck } from '../invoice.ts'
import { expectedOf, type FatturaPaAmounts, isAlreadyLess, taxOf } from './fatturapaAmounts.ts'

const cent: Exact = { units: 1n, scale: 2 }
const one: Exact = { units: 1n, scale: 0 }

export function checksOf(amounts: FatturaPaAmounts): InvoiceCheck[] {
  return [lineSum(amounts), taxSum(amounts), total(amounts), payable(amounts)].filter(check => check !== null)
}

function lineSum({ lines, taxRows }: FatturaPaAmounts): InvoiceCheck | null {
  const given = lines.filter(line => line !== undefined)
  const bases = taxRows.map(({ basis }) => basis)
  if (given.length === 0 || bases.length === 0 || !areRead(given) || !areRead(bases)) return null
  const [added, stated] = [toCents(sum(given)), sum(bases)]
  return {
    name: 'lineSum',
    ok: compare(absolute(minus(added, stated)), one) < 0,
    detail: `The lines and contributions (${given.length}) add up to ${decimalOf(added)}; the taxable amounts are ${decimalOf(stated)}`,
  }
}

function taxSum({ taxRows }: FatturaPaAmounts): InvoiceCheck | null {
  if (taxRows.length === 0) return null
  const details: string[] = []
  for (const { rate, basis, amount } of taxRows) {
    if (!rate || !basis || !amount) return null
    const expected = taxOf(basis, rate)
    if (compare(absolute(minus(amount, expected)), cent) > 0) {
      const mismatch = `${decimalOf(rate)} % of ${decimalOf(basis)} is ${decimalOf(expected)}`
      return { name: 'taxSum', ok: false, detail: `${mismatch}, but ${decimalOf(amount)} is stated` }
    }
    details.push(`${decimalOf(rate)} % of ${decimalOf(basis)} is ${decimalOf(amount)}`)
  }
  const more = details.length > detailsShown ? ` and ${details.length - detailsShown} more` : ''
  return {
    name: 'taxSum',
    ok: true,
    detail: `The tax fits: ${details.slice(0, detailsShown).join('; ')}${more}`,
  }
}

const detailsShown = 5

function total(amounts: FatturaPaAmounts): InvoiceCheck | null {
  const { statedTotal, addedTotal, roundings, withheld } = amounts
  if (!statedTotal || !addedTotal) return null
  const isLess = isAlreadyLess(amounts) && withheld
  const less = isLess ? `, less ${decimalOf(withheld)} withheld` : ''
  const unrounded = roundings ? minus(addedTotal, roundings) : addedTotal
  return {
    name: 'total',
    ok: [addedTotal, unrounded].some(each => compare(statedTotal, each) === 0) || less !== '',
    detail: `Taxable amounts and tax add up to ${decimalOf(addedTotal)}${less}; the stated total is ${decimalOf(statedTotal)}`,
  }
}

function payable(amounts: FatturaPaAmounts): InvoiceCheck | null {
  const { asked, split } = amounts
  const withheld = isAlreadyLess(amounts) ? zero : amounts.withheld
  const expected = expectedOf(amounts)
  if (!asked || !expected) return null
  const less = [
    ...(withheld && compare(withheld, zero) !== 0 ? [`${decimalOf(withheld)} withheld`] : []),
    ...(split && compare(split, zero) !== 0 ? [`${decimalOf(split)} of VAT paid to the state`] : []),
  ]
  const steps = less.length === 0 ? 'The total is' : `The total less ${less.join(' and ')} is`
  return {
    name: 'payable',
    ok: compare(asked, expected) === 0,
    detail: `${steps} ${decimalOf(expected)}; the payment terms ask for ${decimalOf(asked)}`,
  }
}
