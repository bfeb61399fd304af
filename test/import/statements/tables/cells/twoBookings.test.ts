/** Two columns of days that may each be that of the booking. */
import { expect, test } from 'vitest'
import { readGuessed } from '../readGuessed.ts'

const table = (one: string, other: string, days: readonly [string, string]) =>
  `${one},${other},Description,Amount,Balance
2026-03-30,${days[0]},Book Shop,-85.10,2324.90
2026-03-27,${days[1]},Paper Ltd,2310.00,2410.00
`
const asksOf = async (text: string) => (await readGuessed(text)).asks

test.each([
  ['Posting date', 'Settlement date'],
  ['Settlement date', 'Posting date'],
])('known by name are asked about if they differ: %s, %s', async (one, other) => {
  expect(await asksOf(table(one, other, ['2026-03-31', '2026-03-28']))).toContain('bookingDate')
  expect(await asksOf(table(one, other, ['2026-03-30', '2026-03-27']))).not.toContain('bookingDate')
})

test('a day of the purchase or of the value next to that of the booking is clear', async () => {
  for (const other of ['Transaction date', 'Value date'])
    expect(await asksOf(table('Posting date', other, ['2026-03-29', '2026-03-26']))).not.toContain(
      'bookingDate',
    )
})
