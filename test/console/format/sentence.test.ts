import { describe, expect, it } from 'vitest'
import { formatDay, formatInstant } from '../../../console/src/format/date.ts'
import { formatMoney } from '../../../console/src/format/money.ts'
import { formatSentence } from '../../../console/src/format/sentence.ts'

describe('A sentence of the service', () => {
  it('has its amounts, days and instants as everywhere else in the console', () => {
    expect(formatSentence('The payment is 1249.90 EUR, booked on 2026-03-31.')).toBe(
      `The payment is ${formatMoney('1249.90', 'EUR')}, booked on ${formatDay('2026-03-31')}.`,
    )
    expect(formatSentence('Done at 2026-03-31T09:30:00.000Z.')).toBe(
      `Done at ${formatInstant('2026-03-31T09:30:00.000Z')}.`,
    )
    expect(formatSentence('They add up to 1200.50; 0.10 is stated')).toMatch(/1,200\.50; 0\.10 is stated$/)
  })

  it.each(['RE-2026-02-31', 'Version 1.6.0', 'camt.053.001.08', 'H-2026/41', 'on 2026-02-45', 'DE12 3456'])(
    'leaves everything else as it is: %s',
    text => expect(formatSentence(text)).toBe(text),
  )
})
