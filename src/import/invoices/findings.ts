/**
 * Converts places to values, and records a problem for every value that cannot be read. None of them becomes
 * zero or disappears.
 */
import { isCalendarDate } from '../../contract/calendar.ts'
import { textLengthMax } from '../../contract/primitives.ts'
import type { Problem } from '../files/problem.ts'
import type { Place } from './document.ts'
import { canonicalDecimal } from './exact.ts'
import type { Sourced } from './invoice.ts'

const problemsMax = 100
const shownLengthMax = 60

export class Findings {
  readonly problems: Problem[] = []

  note(place: Place, reason: string): void {
    this.add(place, reason, 'note')
  }

  error(place: Place, reason: string): void {
    this.add(place, reason, 'error')
  }

  /** As a single line; null if the place does not exist or is empty. */
  text(place: Place | undefined): Sourced | null {
    if (place === undefined) return null
    const value = place.element.text.replace(/\s+/g, ' ').trim()
    if (value === '') return null
    if ([...value].length <= textLengthMax && value.isWellFormed()) return { value, path: place.path }
    this.error(
      place,
      `it is longer than ${textLengthMax} characters, or has a character that cannot be stored`,
    )
    return null
  }

  amount(place: Place | undefined): Sourced | null {
    return this.parsed(
      place,
      canonicalDecimal,
      'an amount, written with a point and without a thousands separator',
    )
  }

  currency(place: Place | undefined): Sourced | null {
    return this.parsed(place, text => (/^[A-Z]{3}$/.test(text) ? text : null), 'a currency code, such as EUR')
  }

  /** An XML date without its time zone: the day is the one the sender wrote. */
  isoDate(place: Place | undefined): Sourced | null {
    return this.parsed(place, readIsoDate, 'a date that exists, written YYYY-MM-DD')
  }

  /** A CII date: eight digits, with a matching format attribute. */
  compactDate(place: Place | undefined): Sourced | null {
    const format = place?.element.attributes.format
    if (place !== undefined && format !== undefined && format !== '102') {
      this.error(place, `its format is ${shown(format)}, but 102 (a single day) is expected`)
      return null
    }
    return this.parsed(place, readCompactDate, 'a date that exists, written YYYYMMDD')
  }

  private parsed(
    place: Place | undefined,
    parse: (text: string) => string | null,
    kind: string,
  ): Sourced | null {
    const { text } = place?.element ?? {}
    if (place === undefined || !text) return null
    const value = parse(text)
    if (value !== null) return { value, path: place.path }
    this.error(place, `${shown(text)} is not ${kind}`)
    return null
  }

  private add({ element, path }: Place, reason: string, severity: Problem['severity']): void {
    const { line } = element
    // A place may be read more than once.
    const isKnown = this.problems.some(
      each => each.at === path && each.line === line && each.reason === reason,
    )
    if (!isKnown && this.problems.length < problemsMax)
      this.problems.push({ line, at: path, reason, severity })
  }
}

/** The document's text, short enough for a sentence. */
export function shown(text: string): string {
  const characters = [...text.toWellFormed().slice(0, shownLengthMax * 4)]
  return characters.length > shownLengthMax
    ? `"${characters.slice(0, shownLengthMax).join('')}…"`
    : `"${text}"`
}

function readIsoDate(text: string): string | null {
  const date = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(text)?.[1]
  return date !== undefined && isCalendarDate(date) ? date : null
}

function readCompactDate(text: string): string | null {
  const date = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isCalendarDate(date) && date !== text ? date : null
}
