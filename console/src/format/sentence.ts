/** Sentences of the service, with their days, instants and amounts written as everywhere else in the console. */
import { formatDay, formatInstant } from './date.ts'
import { formatMoney, formatPlain } from './money.ts'

const lengthMax = 5_000
const instant = /(?<![\w-])\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z/g
const day = /(?<![\w-])\d{4}-\d\d-\d\d(?![\w-])/g
/** A number with two or more decimal places, with its currency if that follows. */
const amount = /(?<![\w.,/-])-?\d{1,30}\.\d{2,10}(?![\w.]|-\d)( [A-Z]{3}\b)?/g

export function formatSentence(text: string): string {
  if (text.length > lengthMax) return text
  return text
    .replace(amount, (found, currency?: string) =>
      currency === undefined
        ? formatPlain(found, found.split('.')[1]?.length)
        : formatMoney(found.slice(0, -4), currency.trim()),
    )
    .replace(instant, found => safely(found, formatInstant))
    .replace(day, found => safely(found, formatDay))
}

/** 2026-02-31 looks like a day but is not one. */
function safely(found: string, format: (text: string) => string): string {
  return Number.isNaN(Date.parse(found)) ? found : format(found)
}

/** With a capital letter and an end. An e-mail address at the beginning keeps its case. */
export function asSentence(text: string): string {
  const first = /^\S+@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
