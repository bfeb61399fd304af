import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ibanWithCheckDigits } from '../../../src/domain/money/iban.ts'
import { UnreadableFile } from '../../../src/import/files/problem.ts'
import { decimalOf, minus, plus, sum, toCents } from '../../../src/import/invoices/exact.ts'
import { readInvoice, readInvoices } from '../../../src/import/invoices/readInvoice.ts'
import { fatturaPaOf } from './fatturapaText.ts'
import { ciiOf, expectedOf, type Facts, pdfWith, read, syntaxes, ublOf, valuesOf } from './written.ts'

const label = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map(text =>
    text
      .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .filter(text => text !== '')

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

const cents = (max: bigint) => fc.bigInt({ min: 0n, max }).map(units => ({ units, scale: 2 }))

/** Invoices that add up. */
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    isCredit: fc.boolean(),
    number: label,
    supplier: label,
    iban: fc.stringMatching(/^[0-9]{18}$/).map(bban => ibanWithCheckDigits('DE', bban)),
    reference: label,
    currency: fc.stringMatching(/^[A-Z]{3}$/),
    days: fc.tuple(day, day).map(days => days.sort()),
    lines: fc.array(cents(10n ** 20n), { minLength: 1, maxLength: 5 }),
    rate: fc.constantFrom('0', '5.5', '7', '19', '25.00'),
    prepaid: cents(10n ** 6n),
  })
  .map(({ days, lines, rate, prepaid, ...rest }) => {
    const net = sum(lines)
    const [whole = '', places = ''] = rate.split('.')
    const tax = toCents({ units: net.units * BigInt(whole + places), scale: 4 + places.length })
    const total = plus(net, tax)
    return {
      ...rest,
      issued: days[0] ?? '',
      due: days[1] ?? '',
      lines: lines.map(decimalOf),
      net: decimalOf(net),
      rate,
      tax: decimalOf(tax),
      total: decimalOf(total),
      prepaid: decimalOf(prepaid),
      payable: decimalOf(minus(total, prepaid)),
    }
  })

/** Prepaid may exceed the total, which makes a credit note an amount to be paid. */
function expected(facts: Facts): Record<string, string | null> {
  const values = expectedOf(facts)
  return facts.payable.startsWith('-') && facts.isCredit
    ? { ...values, totalAmount: facts.payable.slice(1) }
    : values
}

test.each(Object.entries(syntaxes))(
  'any invoice that adds up, written in %s, reads back unchanged',
  (_, write) => {
    fc.assert(
      fc.property(anyFacts, facts => {
        const invoice = read(write(facts))
        expect(valuesOf(invoice)).toEqual(expected(facts))
        expect(invoice.checks.filter(({ ok }) => !ok)).toEqual([])
        expect(invoice.problems.filter(({ severity }) => severity === 'error')).toEqual([])
      }),
    )
  },
)

test('any invoice that adds up, written in FatturaPA with others, reads back unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyFacts, { minLength: 1, maxLength: 3 }), list => {
      const [{ supplier } = { supplier: '' }] = list
      const text = fatturaPaOf({
        supplier,
        invoices: list.map(each => ({
          ...each,
          type: each.isCredit ? 'TD04' : 'TD01',
          payments: [{ date: each.due, amount: each.total, iban: each.iban, code: each.reference }],
        })),
      })
      const invoices = readInvoices(text).map(result => {
        if (result.outcome === 'failed') throw new Error(result.reason)
        return result.invoice
      })
      // FatturaPA has no amount that was paid before.
      const expectedValues = list.map(each => expectedOf({ ...each, supplier, payable: each.total }))
      expect(invoices.map(valuesOf)).toEqual(expectedValues)
      expect(invoices.flatMap(({ checks }) => checks.filter(({ ok }) => !ok))).toEqual([])
      expect(invoices.flatMap(({ problems }) => problems)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

// None of these may take long either: thousands of files are read in seconds, and each test has a time limit.
describe('there is a result or a rejection, never another error, for', () => {
  const outcome = (file: string | Uint8Array): void => {
    try {
      readInvoice(file)
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile)
    }
  }

  test('random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), outcome), { numRuns: 250 })
  })

  test('bytes that claim to be a PDF', () => {
    const token = fc.constantFrom(
      ...[
        '1 0 obj',
        '2 0 obj',
        'endobj',
        '<<',
        '>>',
        '[',
        ']',
        '/Root',
        '/AF',
        '/EF',
        '/F',
        '/Names',
        '/Kids',
      ],
      ...[
        '/EmbeddedFiles',
        '/Type',
        '/ObjStm',
        '/N',
        '/First',
        '/Length',
        '/Filter',
        '/FlateDecode',
        '1 0 R',
        '2 0 R',
      ],
      ...[
        'stream\n',
        '\nendstream',
        'trailer',
        '(factur-x.xml)',
        '<41>',
        '(',
        ')',
        '\\',
        '%',
        '-1',
        '0.5',
        'null',
        'x',
      ],
    )
    const pdf = fc
      .array(token, { maxLength: 60 })
      .map(tokens => Buffer.from(`%PDF-1.7\n${tokens.join(' ')}\n%%EOF`))
    fc.assert(fc.property(pdf, outcome), { numRuns: 800 })
  })

  test.each([
    ['an invoice in UBL', ublOf()],
    ['an invoice in CII', ciiOf()],
    ['an invoice in FatturaPA', fatturaPaOf()],
  ])('%s with a part replaced', (_, text) => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('<', '>', '</a>', '&', ']]>', '<!--', '<?', '"', '-', '.', 'NaN'),
    )
    const changed = fc
      .tuple(fc.nat(text.length), fc.nat(30), piece)
      .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))
    fc.assert(fc.property(changed, outcome), { numRuns: 250 })
  })

  test('a PDF with some bytes replaced', async () => {
    for (const useObjectStreams of [true, false]) {
      const pdf = await pdfWith({ 'factur-x.xml': ciiOf() }, useObjectStreams)
      const changes = fc.array(fc.tuple(fc.nat(pdf.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
      const changed = changes.map(list => {
        const bytes = Uint8Array.from(pdf)
        for (const [at, byte] of list) bytes[at] = byte
        return bytes
      })
      fc.assert(fc.property(changed, outcome), { numRuns: 250 })
    }
  })
})
