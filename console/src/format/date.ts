/**
 * Formats days and instants for people. A day has no time zone, so it is formatted in UTC and never shifts; an instant
 * is shown in the reader's time zone, with the exact UTC value beside it (see ui/Time.tsx).
 */
import { locales } from './locale.ts'

const days = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(locales, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonths = new Intl.DateTimeFormat(locales, { month: 'short', timeZone: 'UTC' })
const instants = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locales, { numeric: 'auto', style: 'short' })

/** 'YYYY-MM-DD' → 1 Mar 2026 */
export const formatDay = (day: string): string => days.format(new Date(`${day}T00:00:00Z`))
export const formatDayShort = (day: string): string => shortDays.format(new Date(`${day}T00:00:00Z`))

/** 'YYYY-MM' → March 2026, or Mar */
export const formatMonth = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))
export const formatMonthShort = (month: string): string =>
  shortMonths.format(new Date(`${month}-01T00:00:00Z`))

export const formatInstant = (instant: string): string => instants.format(new Date(instant))

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const relativeDaysMax = 30

/** "3 min. ago", or the date and time if it is more than 30 days away. */
export function formatRelative(instant: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000)
  if (Math.abs(seconds) > relativeDaysMax * 86_400) return formatInstant(instant)
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return seconds > 0 ? 'in a moment' : 'just now'
}

/** Today in UTC, as 'YYYY-MM-DD'; `days` later, or earlier if negative. */
export function utcDay(days = 0): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whole days from today (UTC) to a day; negative for one that has passed. */
export function daysUntil(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${utcDay()}T00:00:00Z`)) / 86_400_000)
}
