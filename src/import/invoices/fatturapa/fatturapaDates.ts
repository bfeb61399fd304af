/** When an invoice is due: a day, or a number of days after another one. */
import { isCalendarDate } from '../../../contract/calendar.ts'
import type { Place } from '../document.ts'
import { firstDate } from '../draft.ts'
import type { Findings } from '../findings.ts'
import type { Sourced } from '../invoice.ts'
import { all, first, textOf } from './fatturapaPlaces.ts'

/** The earliest of several instalments; the others are noted. */
export function dueDateOf(findings: Findings, payments: Place[]): Sourced | null {
  const dates = payments.flatMap(each => all(each, 'DataScadenzaPagamento'))
  const inOrder = dates
    .filter(place => textOf(place) !== '')
    .sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
  if (inOrder.length > 0) return firstDate(findings, inOrder, place => findings.isoDate(place))
  for (const payment of payments) {
    const days = first(payment, 'GiorniTerminiPagamento')
    const from = findings.isoDate(first(payment, 'DataRiferimentoTerminiPagamento'))
    const value = from === null ? null : daysAfter(from.value, textOf(days))
    if (days && value !== null) return { value, path: days.path }
  }
  return null
}

const dayMs = 86_400_000

function daysAfter(day: string, days: string): string | null {
  if (!/^\d{1,3}$/.test(days)) return null
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + Number(days) * dayMs).toISOString().slice(0, 10)
  return isCalendarDate(date) ? date : null
}
