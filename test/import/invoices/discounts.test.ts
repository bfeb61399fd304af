/** Cash discounts in payment terms, as XRechnung, UBL and CII write them. */
import { describe, expect, it } from 'vitest'
import { discountsMax } from '../../../src/import/invoices/discounts.ts'
import { readInvoice } from '../../../src/import/invoices/readInvoice.ts'
import { ciiOf, ublOf } from './written.ts'

const terms = { percent: null, amount: null, base: null, days: null, from: null, until: null }

const withUbl = (content: string, given = {}) =>
  readInvoice(ublOf(given).replace('<cac:TaxTotal>', `<cac:PaymentTerms>${content}</cac:PaymentTerms>$&`))
const withCii = (content: string) =>
  readInvoice(ciiOf().replace('<ram:SpecifiedTradePaymentTerms>', `$&${content}`))
const found = ({ invoice }: ReturnType<typeof readInvoice>) =>
  invoice?.discounts.map(({ path: _, ...each }) => each)
const notes = ({ invoice }: ReturnType<typeof readInvoice>) => invoice?.problems.map(({ reason }) => reason)

describe('discounts written as text', () => {
  const both = [
    ['UBL', (text: string) => withUbl(`<cbc:Note>${text}</cbc:Note>`)],
    ['CII', (text: string) => withCii(`<ram:Description>${text}</ram:Description>`)],
  ] as const

  it.each(both)('are read in %s, each with its base, between other texts and penalties', (_, read) => {
    const text =
      'Zahlbar sofort.\n#SKONTO#TAGE=7#PROZENT=2.50#\n#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=150.00#\n#VERZUG#TAGE=30#PROZENT=9.00#\n'
    expect(found(read(text))).toEqual([
      { ...terms, days: 7, percent: '2.50' },
      { ...terms, days: 14, percent: '2.00', base: '150.00' },
    ])
  })

  it.each(both)('are none in %s if they are free text, and a broken one is noted', (_, read) => {
    expect(found(read('2 % discount if paid within 14 days'))).toEqual([])
    const broken = read('#SKONTO#TAGE=vierzehn#PROZENT=2,00#')
    expect(found(broken)).toEqual([])
    expect(notes(broken)).toContain(
      'a cash discount in it is not written as #SKONTO#TAGE=14#PROZENT=2.00# and is ignored',
    )
  })

  it('say where they are', () => {
    const { invoice } = withUbl('<cbc:Note>#SKONTO#TAGE=7#PROZENT=2.50#</cbc:Note>')
    expect(invoice?.discounts[0]?.path).toBe('/Invoice/cac:PaymentTerms/cbc:Note')
  })

  it('are limited, and leave out what cannot be one', () => {
    const many = Array.from({ length: 40 }, (_, index) => `#SKONTO#TAGE=${index}#PROZENT=1.00#`).join('\n')
    expect(found(withUbl(`<cbc:Note>${many}</cbc:Note>`))).toHaveLength(discountsMax)
    for (const text of ['#SKONTO#TAGE=9999#PROZENT=2.00#', '#SKONTO#TAGE=5#PROZENT=100.00#']) {
      expect(found(withUbl(`<cbc:Note>${text}</cbc:Note>`))).toEqual([])
    }
    expect(found(withUbl('<cbc:Note>#SKONTO#TAGE=5#PROZENT=0.00#</cbc:Note>'))).toEqual([])
  })

  it('are none on a credit note', () => {
    expect(found(withUbl('<cbc:Note>#SKONTO#TAGE=7#PROZENT=2.50#</cbc:Note>', { isCredit: true }))).toEqual(
      [],
    )
  })
})

describe('discounts with elements of their own', () => {
  it('are read in UBL with a percent or an amount, and a period', () => {
    const read = withUbl(
      '<cbc:SettlementDiscountPercent>3</cbc:SettlementDiscountPercent>' +
        '<cbc:SettlementDiscountAmount currencyID="EUR">6.00</cbc:SettlementDiscountAmount>' +
        '<cac:SettlementPeriod><cbc:StartDate>2026-02-27</cbc:StartDate><cbc:EndDate>2026-03-09</cbc:EndDate></cac:SettlementPeriod>',
    )
    expect(found(read)).toEqual([
      { ...terms, percent: '3', amount: '6.00', from: '2026-02-27', until: '2026-03-09' },
    ])
  })

  it('are read in CII with a base, a start and a number of days', () => {
    const read = withCii(
      `<ram:ApplicableTradePaymentDiscountTerms>
        <ram:BasisDateTime><udt:DateTimeString format="102">20260301</udt:DateTimeString></ram:BasisDateTime>
        <ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure>
        <ram:BasisAmount>238.60</ram:BasisAmount>
        <ram:CalculationPercent>2.00</ram:CalculationPercent>
      </ram:ApplicableTradePaymentDiscountTerms>`,
    )
    expect(found(read)).toEqual([{ ...terms, percent: '2.00', base: '238.60', days: 10, from: '2026-03-01' }])
  })

  it('have no last day if the period is not in days, and say so', () => {
    const read = withCii(
      `<ram:ApplicableTradePaymentDiscountTerms>
        <ram:BasisPeriodMeasure unitCode="MON">1</ram:BasisPeriodMeasure>
        <ram:CalculationPercent>2.00</ram:CalculationPercent>
      </ram:ApplicableTradePaymentDiscountTerms>`,
    )
    expect(found(read)).toEqual([{ ...terms, percent: '2.00' }])
    expect(notes(read)).toContain(
      'the period of a cash discount is not a number of days, so its last day is not known',
    )
  })

  it('count once if they are written as text, too', () => {
    const read = withCii(
      `<ram:Description>#SKONTO#TAGE=10#PROZENT=2.00#</ram:Description>
      <ram:ApplicableTradePaymentDiscountTerms>
        <ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure>
        <ram:CalculationPercent>2</ram:CalculationPercent>
      </ram:ApplicableTradePaymentDiscountTerms>`,
    )
    expect(found(read)).toEqual([{ ...terms, percent: '2', days: 10 }])
  })
})
