/**
 * Cash discounts in payment terms: the elements that UBL and CII have for them, and the lines that XRechnung writes
 * into the text, such as #SKONTO#TAGE=14#PROZENT=2.00#. Free text is not interpreted.
 */
import type { DiscountTerms } from '../../contract/console/settlement.ts'
import { amountKey } from '../../domain/money/decimal.ts'
import { all, first, type Place } from './document.ts'
import { canonicalDecimal } from './exact.ts'
import type { Findings } from './findings.ts'

/** Enough for any invoice; each one is compared with payments. */
export const discountsMax = 10
/** Ten years. */
const daysMax = 3_660
const textLengthMax = 10_000

const none: Omit<DiscountTerms, 'path'> = {
  percent: null,
  amount: null,
  base: null,
  days: null,
  from: null,
  until: null,
}

export function ublDiscounts(findings: Findings, root: Place): DiscountTerms[] {
  const places = all(root, 'cac:PaymentTerms')
  return limited([
    ...places.flatMap(terms => ublTerms(findings, terms)),
    ...all(root, 'cac:PaymentTerms', 'cbc:Note').flatMap(note => written(findings, note)),
  ])
}

function ublTerms(findings: Findings, terms: Place): DiscountTerms[] {
  const period = first(terms, 'cac:SettlementPeriod')
  const percent = unsigned(findings, first(terms, 'cbc:SettlementDiscountPercent'))
  const amount = unsigned(findings, first(terms, 'cbc:SettlementDiscountAmount'))
  if (percent === null && amount === null) return []
  return discount(findings, terms, {
    percent,
    amount,
    base: null,
    days: daysOf(findings, first(period, 'cbc:DurationMeasure')),
    from: findings.isoDate(first(period, 'cbc:StartDate'))?.value ?? null,
    until: findings.isoDate(first(period, 'cbc:EndDate'))?.value ?? null,
  })
}

export function ciiDiscounts(findings: Findings, settlement: Place | undefined): DiscountTerms[] {
  const terms = 'ram:SpecifiedTradePaymentTerms'
  return limited([
    ...all(settlement, terms, 'ram:ApplicableTradePaymentDiscountTerms').flatMap(place =>
      ciiTerms(findings, place),
    ),
    ...all(settlement, terms, 'ram:Description').flatMap(note => written(findings, note)),
  ])
}

function ciiTerms(findings: Findings, terms: Place): DiscountTerms[] {
  const percent = unsigned(findings, first(terms, 'ram:CalculationPercent'))
  const amount = unsigned(findings, first(terms, 'ram:ActualDiscountAmount'))
  if (percent === null && amount === null) return []
  return discount(findings, terms, {
    percent,
    amount,
    base: unsigned(findings, first(terms, 'ram:BasisAmount')),
    days: daysOf(findings, first(terms, 'ram:BasisPeriodMeasure')),
    from: findings.compactDate(first(terms, 'ram:BasisDateTime', 'udt:DateTimeString'))?.value ?? null,
    until: null,
  })
}

/** Each line is a discount, or a penalty, which is skipped. */
const line =
  /#SKONTO#TAGE=(\d{1,4})#PROZENT=(\d{1,3}(?:\.\d{1,4})?)#(?:BASISBETRAG=(\d{1,20}(?:\.\d{1,4})?)#)?/g

function written(findings: Findings, note: Place): DiscountTerms[] {
  const text = note.element.text.slice(0, textLengthMax)
  const found = [...text.matchAll(line)]
  const named = text.split('#SKONTO#').length - 1
  if (named > found.length) {
    findings.note(
      note,
      'a cash discount in it is not written as #SKONTO#TAGE=14#PROZENT=2.00# and is ignored',
    )
  }
  return found.flatMap(([, days = '', percent = '', base]) =>
    discount(findings, note, {
      ...none,
      percent: canonicalDecimal(percent),
      base: base === undefined ? null : canonicalDecimal(base),
      days: Number.parseInt(days, 10),
    }),
  )
}

/** Leaves out what cannot be a discount. */
function discount(
  findings: Findings,
  { element, path }: Place,
  terms: Omit<DiscountTerms, 'path'>,
): DiscountTerms[] {
  const isUsable = terms.percent === null || /^\d{1,2}(\.\d+)?$/.test(terms.percent)
  const isSome = [terms.percent, terms.amount].some(value => value !== null && /[1-9]/.test(value))
  if (!isUsable || (terms.days ?? 0) > daysMax) {
    findings.note(
      { element, path },
      'a cash discount of 100 percent or more, or for more than ten years, is ignored',
    )
    return []
  }
  return isSome ? [{ ...terms, path }] : []
}

function unsigned(findings: Findings, place: Place | undefined): string | null {
  if (!place?.element.text) return null
  const { value } = findings.amount(place) ?? { value: null }
  return value === null || value.startsWith('-') ? null : value
}

/** In days only: what a month is depends on the contract. */
function daysOf(findings: Findings, place: Place | undefined): number | null {
  if (!place?.element.text) return null
  const { unitCode } = place.element.attributes
  const isInDays = unitCode === undefined || /^(DAY|D)$/i.test(unitCode)
  const [, days] = /^(\d{1,4})(?:\.0+)?$/.exec(place.element.text.trim()) ?? []
  if (isInDays && days !== undefined) return Number.parseInt(days, 10)
  findings.note(place, 'the period of a cash discount is not a number of days, so its last day is not known')
  return null
}

/** The same discount is often written as text and as elements. */
function limited(discounts: DiscountTerms[]): DiscountTerms[] {
  const distinct = new Map(discounts.toReversed().map(each => [keyOf(each), each]))
  return [...distinct.values()].reverse().slice(0, discountsMax)
}

const keyOf = ({ path: _, percent, base, ...rest }: DiscountTerms): string =>
  JSON.stringify({ ...rest, percent: percent && amountKey(percent), base: base && amountKey(base) })
