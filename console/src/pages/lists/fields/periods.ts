/** Periods relative to today. Both days are part of the period; null is open. */
interface Days {
  from: string | null
  to: string | null
}

const dayMs = 24 * 60 * 60 * 1000

const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The first day of a month, counted from the month of `day`. */
function monthStart(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

const yearOf = (day: string): number => Number(day.slice(0, 4))
const monthIn = (day: string): number => Number(day.slice(5, 7))

export const periods = {
  'Any time': (): Days => ({ from: null, to: null }),
  'This month': (today: string): Days => ({ from: monthStart(today, 0), to: plus(monthStart(today, 1), -1) }),
  'Last month': (today: string): Days => ({
    from: monthStart(today, -1),
    to: plus(monthStart(today, 0), -1),
  }),
  'Last 30 days': (today: string): Days => ({ from: plus(today, -29), to: today }),
  'This quarter': (today: string): Days => {
    const months = (monthIn(today) - 1) % 3
    return { from: monthStart(today, -months), to: plus(monthStart(today, 3 - months), -1) }
  },
  'This year': (today: string): Days => ({ from: `${yearOf(today)}-01-01`, to: `${yearOf(today)}-12-31` }),
  'Last year': (today: string): Days => ({
    from: `${yearOf(today) - 1}-01-01`,
    to: `${yearOf(today) - 1}-12-31`,
  }),
  Overdue: (today: string): Days => ({ from: null, to: plus(today, -1) }),
  'Next 7 days': (today: string): Days => ({ from: today, to: plus(today, 7) }),
  'Next 30 days': (today: string): Days => ({ from: today, to: plus(today, 30) }),
}

export type Period = keyof typeof periods
