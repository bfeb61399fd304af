import { describe, expect, test } from 'vitest'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { readInvoice } from '../../../src/import/invoices/readInvoice.ts'
import { checksOf, type Facts, facts, failed, read, syntaxes } from './written.ts'

const other = 'GB33BUKB20201555555555'

describe.each(Object.entries(syntaxes))('in %s', (syntax, write) => {
  test.each([
    ['totalAmount', { payable: '' }],
    ['totalAmount', { payable: '1.234,50' }],
    ['totalAmount', { payable: '2e2' }],
    ['totalAmount', { payable: `1${'0'.repeat(40)}` }],
    ['invoiceDate', { issued: '' }],
    ['invoiceDate', { issued: '2026-02-30' }],
    ['invoiceNumber', { number: ' ' }],
    ['invoiceNumber', { number: 'x'.repeat(4001) }],
    ['currency', { currency: 'euro' }],
  ] as const)('an invoice without a valid %s fails with a reason and keeps the rest', (field, given) => {
    const result = failed(write(given))
    expect(result.missing).toEqual([field])
    expect(result.reason).toMatch(/^the invoice lacks the /)
    expect(result.invoice?.fields[field]).toBeNull()
    if (field !== 'currency') expect(result.invoice?.fields.currency?.value).toBe('EUR')
  })

  test('an unreadable value is an error with its line and path', () => {
    const [problem] = failed(write({ payable: '1.234,50' })).invoice?.problems ?? []
    expect(problem).toMatchObject({ severity: 'error', line: expect.any(Number) })
    expect(problem?.at).toMatch(/PayableAmount$/)
    expect(problem?.reason).toContain('"1.234,50" is not an amount')
  })

  test('an invalid due date is an error and left empty, but the bill is created', () => {
    const invoice = read(write({ due: '2026-13-01' }))
    expect(invoice.fields.dueDate).toBeNull()
    expect(invoice.problems).toMatchObject([
      { severity: 'error', reason: expect.stringContaining('a date that exists') },
    ])
    expect(checksOf(invoice)).not.toHaveProperty('dates')
  })

  test('a due date before the invoice date fails a check', () => {
    expect(checksOf(read(write({ due: '2026-02-26' })))).toMatchObject({ dates: false })
  })

  test('a mistyped IBAN is an error, fails a check and is left empty', () => {
    const invoice = read(write({ iban: 'DE75512108001245126198' }))
    expect(invoice.fields.supplierIban).toBeNull()
    expect(checksOf(invoice)).toMatchObject({ iban: false })
    expect(invoice.problems).toMatchObject([
      { severity: 'error', reason: expect.stringContaining('not a valid IBAN') },
    ])
  })

  test.each<[string, Partial<Facts>]>([
    ['lineSum', { lines: ['120.00', '80.51'] }],
    ['taxSum', { tax: '40.10', total: '240.60', payable: '202.00' }],
    ['total', { total: '238.61', payable: '200.01' }],
    ['payable', { payable: '238.60' }],
  ])('a wrong %s fails exactly that check', (name, given) => {
    const invoice = read(write(given))
    const wrong = invoice.checks.filter(({ ok }) => !ok)
    expect(wrong.map(each => each.name)).toEqual([name])
    expect(wrong[0]?.detail).toMatch(/\d/)
    expect(invoice.problems).toEqual([])
  })

  test('an unreadable amount does not count as zero: its check is skipped', () => {
    const invoice = read(write({ prepaid: 'n/a', lines: ['120.00', 'eighty'] }))
    expect(checksOf(invoice)).toEqual({ taxSum: true, total: true, iban: true, dates: true })
    const reasons = invoice.problems.map(({ reason }) => reason).sort()
    expect(reasons).toEqual([expect.stringContaining('"eighty"'), expect.stringContaining('"n/a"')])
  })

  test('if two currencies are given, neither is used', () => {
    const amount = syntax === 'ubl' ? /PayableAmount currencyID="EUR"/ : /DuePayableAmount/
    const mixed = write().replace(
      amount,
      `${syntax === 'ubl' ? 'PayableAmount' : 'DuePayableAmount'} currencyID="USD"`,
    )
    const result = failed(mixed)
    expect(result.missing).toEqual(['currency'])
    expect(result.invoice?.problems).toMatchObject([
      { severity: 'error', reason: 'it is in "USD", but the invoice is in "EUR"' },
    ])
  })

  test('the first account with a valid IBAN is used, and the others are noted', () => {
    const means =
      /<(\w+:(?:Specified)?(?:TradeSettlement)?PaymentMeans)>[\s\S]*<\/\1>/.exec(write())?.[0] ?? ''
    const several = [means.replace(facts.iban, '12345'), means, means.replace(facts.iban, other)].join('')
    const invoice = read(write().replace(means, several))
    expect(invoice.fields.supplierIban).toMatchObject({
      value: facts.iban,
      path: expect.stringContaining('PaymentMeans[2]/'),
    })
    expect(invoice.problems.map(({ severity }) => severity)).toEqual(['note', 'note'])
    expect(invoice.problems[1]?.reason).toContain(other)
  })

  test('a direct debit is noted, so that nobody pays twice', () => {
    const debit = write().replace(/(MeansCode|TypeCode)>58</, '$1>59<')
    expect(read(debit).problems).toMatchObject([
      { severity: 'note', reason: 'the supplier collects it by direct debit' },
    ])
  })

  test('a file that is cut off anywhere is rejected', () => {
    const text = write()
    for (let length = 0; length < text.length - 2; length += 97) {
      expect(() => readInvoice(text.slice(0, length)), `${length}`).toThrow(UnreadableFile)
    }
  })
})
