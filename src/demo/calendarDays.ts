/**
 * The period the demo covers. Days are counted from 1970-01-01 and instants in milliseconds, so both are
 * plain integers; they become text only in the finished resources. Nothing here reads the clock.
 */
import type { RandomStream } from './random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const firstDay = dayOf('2025-05-01')
export const lastDay = dayOf('2026-10-31')

/** Nothing in the demo happens after this instant. */
export const latestMs = Date.parse('2026-10-31T21:00:00.000Z')

export interface Month {
  /** As people write it on a transfer: 05/2025. */
  label: string
  first: number
  last: number
}

export const months: readonly Month[] = Array.from({ length: 18 }, (_, index) => {
  const first = monthStart(index)
  const date = dateOf(first)
  return { label: `${date.slice(5, 7)}/${date.slice(0, 4)}`, first, last: monthStart(index + 1) - 1 }
})

function monthStart(index: number): number {
  return Date.UTC(2025, 4 + index, 1) / dayMs
}

export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00.000Z`) / dayMs
}

export function dateOf(day: number): string {
  return instantOf(day * dayMs).slice(0, 10)
}

export function yearOf(day: number): string {
  return dateOf(day).slice(0, 4)
}

export function instantOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** The day itself, or the Friday before a weekend: banks process no transfers on Saturdays and Sundays. */
export function workdayUpTo(day: number): number {
  // 1970-01-01 was a Thursday, so Sunday is 0.
  const weekday = (day + 4) % 7
  if (weekday === 0) return day - 2
  return weekday === 6 ? day - 1 : day
}

export function workdayIn(month: Month, dayOfMonth: number): number {
  return workdayUpTo(Math.min(month.first + dayOfMonth - 1, month.last))
}

/** An instant on that day during business hours. */
export function workingHour(day: number, random: RandomStream): number {
  return day * dayMs + 5 * hourMs + random.below(13 * hourMs)
}

/** Up to `hoursMax` hours later, and never past the end of the demo. */
export function someTimeAfter(ms: number, hoursMax: number, random: RandomStream): number {
  return ms + random.below(Math.min(hoursMax * hourMs, latestMs - ms))
}
