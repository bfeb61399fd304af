/** Which payments of another amount are found for a bill. */
import { describe, expect, it } from 'vitest'
import { billsPerKeyMax } from '../../../src/domain/matching/settlements.ts'
import { discount, found } from './settlementPairs.ts'

describe('the search', () => {
  it('finds a part only if the payment names the bill', () => {
    expect(found([{}], [{}]).map(({ settlement, score }) => [settlement.kind, score])).toEqual([['part', 80]])
    expect(found([{}], [{ reference: 'Danke' }])).toEqual([])
  })

  it('finds a discount by amount and name, without reference and IBAN', () => {
    const given = { amount: '980.00', reference: null, counterpartyIban: null }
    expect(found([{ discounts: [discount('2', 14)] }], [given])).toHaveLength(1)
    expect(found([{ discounts: [discount('2', 14)] }], [{ ...given, counterpartyName: 'Jemand' }])).toEqual(
      [],
    )
  })

  it('finds a difference by the IBAN', () => {
    const given = { amount: '999.99', reference: null }
    expect(found([{}], [given], { toleranceAmount: '0.01' })).toHaveLength(1)
  })

  it('finds a bill by the end-to-end id, even if it is the id of the bill', () => {
    const given = { reference: null, counterpartyIban: null, endToEndId: 'bil_1' }
    expect(found([{}], [given])).toHaveLength(1)
    expect(found([{ id: 'bil_2' }], [given])).toEqual([])
  })

  it('leaves out what was declined', () => {
    expect(found([{}], [{}], {}, ['bil_1 txn_1'])).toEqual([])
  })

  it('suggests at most three for each payment and each bill, the best first', () => {
    const bills = ['1', '2', '3', '4'].map(each => ({ id: `bil_${each}`, invoiceNumber: 'RE-2026-0117' }))
    expect(found(bills, [{}])).toHaveLength(3)
    const payments = ['1', '2', '3', '4'].map(each => ({ id: `txn_${each}`, amount: `${each}.00` }))
    expect(found([{}], payments)).toHaveLength(3)
  })

  it('stays fast with thousands of bills and payments of one supplier', () => {
    const bills = Array.from({ length: 5_000 }, (_, index) => ({
      id: `bil_${index}`,
      invoiceNumber: `RE-2026-${10_000 + index}`,
    }))
    const payments = Array.from({ length: 2_000 }, (_, index) => ({
      id: `txn_${index}`,
      amount: '1.00',
      reference: `RE-2026-${10_000 + index}`,
    }))
    const started = performance.now()
    expect(found(bills, payments)).toHaveLength(2_000)
    // Comparing each with each takes minutes.
    expect(performance.now() - started).toBeLessThan(20_000)
    expect(billsPerKeyMax).toBeLessThan(100)
  })
})
