/** OFX dates: 20260331, optionally with a time and a time zone in brackets, which banks write in many ways. */
import { canonicalInstant, isCalendarDate } from '../../../contract/calendar.ts'

const written =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(?:(\d{2})(?:[.:,](\d{1,6}))?)?)?\s*(?:\[([^\]]*)\]?|([+-]\d{2}:?\d{2}|Z))?$/

/** The date in the bank's local time. */
export function ofxDate(text: string): string | null {
  const [, year, month, day] = written.exec(text.trim()) ?? []
  const date = `${year}-${month}-${day}`
  return isCalendarDate(date) ? date : null
}

/** By the OFX standard, a time without a zone is UTC. If the zone is unreadable, only the date is certain. */
export function ofxInstant(text: string): string | null {
  const date = ofxDate(text)
  const [, , , , hours, minutes, seconds = '00', fraction = '0', bracket, plain] =
    written.exec(text.trim()) ?? []
  if (date === null || hours === undefined) return date
  const zone = bracket ?? plain?.replace(/^Z$/, '0')
  const offset = zone === undefined ? 'Z' : offsetOf(zone)
  if (offset === null) return date
  return canonicalInstant(`${date}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3)}${offset}`) ?? date
}

/**
 * -5:EST, +5.5, +5.30, -0300, +01:00 and 0:GMT. The only fractions of an hour in real time zones are a half
 * and three quarters.
 */
function offsetOf(zone: string): string | null {
  const [, sign = '', hours, clock, part = ''] =
    /^\s*([+-]?)(\d{1,2})(?:(?::?(\d{2}))|\.(\d{1,2}))?(?::.*)?$/.exec(zone) ?? []
  if (hours === undefined) return null
  const minutes = clock ?? { 5: '30', 50: '30', 30: '30', 75: '45', 45: '45' }[part] ?? '00'
  return `${sign || '+'}${hours.padStart(2, '0')}:${minutes}`
}
