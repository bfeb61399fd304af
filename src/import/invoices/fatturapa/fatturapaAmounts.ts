/**
 * The amounts of a FatturaPA body. The total is optional, and the amount to pay is less than it if the buyer
 * withholds tax for the supplier (ritenuta) or pays the VAT directly to the state (scissione dei pagamenti).
 */
import { areRead, type Figure } from '../checks.ts'
import type { Place } from '../document.ts'
import { figureAt } from '../draft.ts'
import {
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
} from '../exact.ts'
import type { Findings } from '../findings.ts'
import type { Sourced } from '../invoice.ts'
import { all, first, textOf } from './fatturapaPlaces.ts'

export interface TaxRow {
  rate: Figure
  basis: Figure
  amount: Figure
}

export interface FatturaPaAmounts {
  /** The amount to pay: what the payment terms ask for, or else what the total leads to. */
  payable: Sourced | null
  tax: Sourced | null
  taxRows: TaxRow[]
  /** Prices of the lines, contributions to a pension fund, and roundings, which make up the bases. */
  lines: Figure[]
  /** As stated; undefined if it is not. */
  statedTotal: Figure
  /** Bases and taxes of all rates, and the rounding of the total. */
  addedTotal: Figure
  /** Roundings inside the bases, which some totals leave out. */
  roundings: Figure
  withheld: Figure
  /** VAT that the buyer pays to the state. */
  split: Figure
  /** What the payment terms add up to; undefined if they have no amounts. */
  asked: Figure
}

export function amountsOf(findings: Findings, body: Place): FatturaPaAmounts {
  const simplified = all(body, 'DatiBeniServizi').filter(each => first(each, 'Importo') !== undefined)
  return simplified.length > 0 ? simplifiedAmounts(findings, simplified) : ordinaryAmounts(findings, body)
}

function ordinaryAmounts(findings: Findings, body: Place): FatturaPaAmounts {
  const general = first(body, 'DatiGenerali', 'DatiGeneraliDocumento')
  const goods = first(body, 'DatiBeniServizi')
  const figure = (place: Place | undefined) => figureAt(findings, place)
  const figures = (place: Place | undefined, ...names: string[]) => all(place, ...names).map(figure)
  const summaries = all(goods, 'DatiRiepilogo')
  const taxRows = summaries.map(each => ({
    rate: figure(first(each, 'AliquotaIVA')),
    basis: figure(first(each, 'ImponibileImporto')),
    amount: figure(first(each, 'Imposta')),
  }))
  const stated = first(general, 'ImportoTotaleDocumento')
  const rounding = figures(general, 'Arrotondamento')
  const roundings = figures(goods, 'DatiRiepilogo', 'Arrotondamento')
  const amounts = {
    taxRows,
    lines: [
      ...figures(goods, 'DettaglioLinee', 'PrezzoTotale'),
      ...figures(general, 'DatiCassaPrevidenziale', 'ImportoContributoCassa'),
      ...roundings,
    ],
    roundings: sumOf(roundings) ?? zero,
    statedTotal: figure(stated),
    addedTotal: sumOf([...taxRows.flatMap(({ basis, amount }) => [basis, amount]), ...rounding]),
    withheld: sumOf(figures(general, 'DatiRitenuta', 'ImportoRitenuta')) ?? zero,
    split:
      sumOf(
        summaries
          .filter(each => textOf(first(each, 'EsigibilitaIVA')) === 'S')
          .map(each => figure(first(each, 'Imposta'))),
      ) ?? zero,
  }
  const { asked, place } = askedAmount(findings, body, expectedOf(amounts))
  const totalPath = stated?.path ?? summaries[0]?.path ?? body.path
  const payable = asked ?? expectedOf(amounts)
  const taxes = summaries.flatMap(each => all(each, 'Imposta'))
  return {
    ...amounts,
    asked,
    payable: payable
      ? { value: decimalOf(payable), path: asked ? (place?.path ?? totalPath) : totalPath }
      : null,
    tax: totalOf(
      taxRows.map(({ amount }) => amount),
      taxes,
      goods,
    ),
  }
}

type Amounts = Pick<FatturaPaAmounts, 'statedTotal' | 'addedTotal' | 'withheld' | 'split'>

/** What is to be paid according to the total. */
export function expectedOf(amounts: Amounts): Figure {
  const { statedTotal, addedTotal, withheld, split } = amounts
  const total = statedTotal === undefined ? addedTotal : statedTotal
  if (!total || !withheld || !split) return null
  return minus(isAlreadyLess(amounts) ? total : minus(total, withheld), split)
}

/** Some suppliers state the total without what is withheld. */
export function isAlreadyLess({ statedTotal, addedTotal, withheld }: Amounts): boolean {
  if (!statedTotal || !addedTotal || !withheld || compare(withheld, zero) === 0) return false
  return compare(statedTotal, minus(addedTotal, withheld)) === 0
}

/**
 * The payment terms may be repeated: as parts of the whole, or as alternatives. The one that leads to the
 * expected amount is meant; otherwise the first.
 */
function askedAmount(
  findings: Findings,
  body: Place,
  expected: Figure,
): { asked: Figure; place: Place | undefined } {
  const terms = all(body, 'DatiPagamento')
  const found = terms.map(term => all(term, 'DettaglioPagamento', 'ImportoPagamento'))
  const sums = found.map(places => ({
    asked: sumOf(places.map(place => figureAt(findings, place))),
    place: places[0],
  }))
  const together = { asked: sumOf(sums.map(({ asked }) => asked)), place: found.flat()[0] }
  const given = [together, ...sums].filter(({ asked }) => asked !== undefined)
  const fitting = given.find(({ asked }) => asked && expected && compare(asked, expected) === 0)
  const [one] = sums.filter(({ asked }) => asked !== undefined)
  const chosen = fitting ?? one ?? { asked: undefined, place: undefined }
  // Zero is written by programs that do not know the amount.
  const isZero =
    chosen.asked && compare(chosen.asked, zero) === 0 && expected && compare(expected, zero) !== 0
  return isZero ? { asked: undefined, place: undefined } : chosen
}

/** Amounts include VAT; the tax is stated, or its rate is. */
function simplifiedAmounts(findings: Findings, goods: Place[]): FatturaPaAmounts {
  const amounts = goods.map(each => figureAt(findings, first(each, 'Importo')))
  const taxes = goods.map(each => {
    const [amount, rate] = [
      figureAt(findings, first(each, 'DatiIVA', 'Imposta')),
      figureAt(findings, first(each, 'DatiIVA', 'Aliquota')),
    ]
    return amount ?? taxWithin(figureAt(findings, first(each, 'Importo')), rate)
  })
  const total = sumOf(amounts)
  const [place] = goods
  const tax = sumOf(taxes.filter(each => each !== undefined))
  return {
    taxRows: [],
    lines: [],
    statedTotal: total,
    addedTotal: undefined,
    roundings: zero,
    withheld: zero,
    split: zero,
    asked: undefined,
    payable: total && place ? { value: decimalOf(total), path: `${place.path}/Importo` } : null,
    tax: tax && place ? { value: decimalOf(tax), path: `${place.path}/DatiIVA` } : null,
  }
}

/** The tax inside an amount: amount × rate / (100 + rate), to the cent. */
function taxWithin(amount: Figure, rate: Figure): Figure {
  if (!amount || !rate) return undefined
  const whole = plus({ units: 100n, scale: 0 }, rate)
  const product = times(amount, rate)
  const scale = 4
  const units =
    (product.units * 10n ** BigInt(scale + whole.scale)) / (whole.units * 10n ** BigInt(product.scale))
  return toCents({ units, scale })
}

/** One tax has its own place, several have that of the group around them. */
function totalOf(figures: Figure[], places: Place[], around: Place | undefined): Sourced | null {
  const total = sumOf(figures)
  const [only] = places
  const place = places.length === 1 ? only : around
  return total && place ? { value: decimalOf(total), path: place.path } : null
}

/** Undefined if there is nothing to add, and null if something cannot be read. */
function sumOf(figures: readonly Figure[]): Figure {
  const given = figures.filter(figure => figure !== undefined)
  if (given.length === 0) return undefined
  return areRead(given) ? sum(given) : null
}

/** The tax that a basis and a rate lead to, to the cent. */
export const taxOf = (basis: Exact, rate: Exact): Exact => toCents(hundredth(times(basis, rate)))
