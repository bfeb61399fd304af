/**
 * Value types shared by all resources: ids, text, money, dates, instants, and the query parameters of paged lists.
 * Lengths count Unicode code points, as in JSON Schema; zod's own min and max count UTF-16 units.
 */
import * as z from 'zod'
import { canonicalInstant, isCalendarDate } from './calendar.ts'

export const idLengthMax = 255
/** A request may ask for an id that is longer than any stored one; it finds nothing. The URL has its own limit. */
const requestedIdLengthMax = 8192
export const textLengthMax = 4000
export const pageRowsMax = 100
export const pageRowsDefault = 50

interface TextRules {
  min?: number
  max?: number
  trim?: boolean
}

/** Text that the store can hold: no NUL, no half of a surrogate pair, and a length within the limits. */
export function text({ min = 0, max = textLengthMax, trim = false }: TextRules = {}) {
  const string = z.string('must be a string')
  return (trim ? string.trim() : string)
    .refine(value => value.isWellFormed() && !value.includes('\0'), {
      error: 'must not contain a NUL or half of a surrogate pair',
      abort: true,
    })
    .refine(value => withinLength(value, min, max), { error: lengthMessage(min, max) })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
}

function withinLength(value: string, min: number, max: number): boolean {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (value.length <= max && value.length >= min * 2) return true
  if (value.length > max * 2) return false
  const codePoints = [...value].length
  return codePoints >= min && codePoints <= max
}

function lengthMessage(min: number, max: number): string {
  return min > 0 ? `must be ${min} to ${max} characters long` : `must be at most ${max} characters long`
}

export const id = (description: string, example: string) =>
  text({ min: 1, max: idLengthMax }).meta({ description, examples: [example] })

/** An id in a request: any non-empty text. */
export const requestedId = (description: string) =>
  text({ min: 1, max: requestedIdLengthMax }).meta({ description })

/** Text from a person or a bank, such as a name; null if it is not known. */
export const nullableText = (description: string, example: string) =>
  text()
    .nullable()
    .meta({ description, examples: [example] })

export const decimalPattern = /^-?[0-9]+(\.[0-9]+)?$/
export const unsignedDecimalPattern = /^[0-9]+(\.[0-9]+)?$/

export const moneyDigitsMax = 40

/** A decimal string. The scale is part of the value: "10.00" stays "10.00". */
export const money = (description: string, example: string) =>
  decimal(decimalPattern, 'must be a decimal string such as "10.00" or "-3.5"', description, example)

export const unsignedMoney = (description: string, example: string) =>
  decimal(unsignedDecimalPattern, 'must be an unsigned decimal string such as "10.00"', description, example)

/** Rejects spellings that a numeric column would not return unchanged. */
const decimal = (pattern: RegExp, message: string, description: string, example: string) =>
  z
    .string('must be a decimal string such as "10.00", never a number')
    .regex(pattern, { error: message, abort: true })
    .refine(value => !/^-?0\d/.test(value), 'must have no leading zeros')
    .refine(value => !/^-[0.]*$/.test(value), 'must be zero without a minus sign')
    .refine(
      value => value.replace(/[-.]/g, '').length <= moneyDigitsMax,
      `must have at most ${moneyDigitsMax} digits`,
    )
    .meta({ description, examples: [example] })

export const currency = z
  .string('must be a string')
  .regex(/^[A-Z]{3}$/, 'must be a three-letter ISO 4217 code such as EUR')
  .meta({ description: 'ISO 4217 code.', minLength: 3, maxLength: 3, examples: ['EUR'] })

/** A filter by currency. */
export const currencyParameter = currency.optional().meta({
  description:
    'Only this currency, as its ISO 4217 code. A page may have fewer rows than `limit`, or none, and still have a ' +
    '`nextCursor`.',
  examples: ['CHF'],
})

export const date = (description: string, example = '2026-03-31') =>
  z
    .string('must be a date written YYYY-MM-DD')
    .refine(isCalendarDate, 'must be a date that exists, written YYYY-MM-DD')
    .meta({ description, format: 'date', examples: [example] })

/** Accepts any RFC 3339 instant with an offset, and returns canonical UTC with milliseconds. */
export const instant = (description: string, example = '2026-03-31T09:30:00.000Z') =>
  z
    .string('must be an RFC 3339 instant such as 2026-03-31T09:30:00Z')
    .transform((value, context) => {
      const canonical = canonicalInstant(value)
      if (canonical !== null) return canonical
      context.addIssue({ code: 'custom', message: instantMessage(value) })
      return z.NEVER
    })
    .pipe(z.string().meta({ format: 'date-time' }))
    .meta({ description, examples: [example] })

/** An unescaped + in a URL arrives as a space. This is the most likely mistake, so the message explains it. */
function instantMessage(value: string): string {
  const fix = / \d{2}:\d{2}$/.test(value) ? '; in a URL, write the + of the offset as %2B' : ''
  return `must be an RFC 3339 instant with an offset, such as 2026-03-31T09:30:00Z${fix}`
}

/** One of a fixed list of values, with the list in the error message. */
export const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) => z.enum(values, { error: `must be one of ${values.join(', ')}` }).meta({ description })

/** Some of a fixed list of values, separated by commas; in the order of the list, each once. */
export const choices = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) => {
  const message = `must be one of ${values.join(', ')}, or several of them, separated by commas`
  const namesIn = (given: string): string[] => given.split(',')
  return z
    .string()
    .max(400, { error: message, abort: true })
    .refine(given => namesIn(given).every(name => values.includes(name)), { error: message, abort: true })
    .transform(given => values.filter(value => namesIn(given).includes(value)))
    .pipe(z.array(z.enum(values)))
    .meta({ description })
}

export const searchLengthMax = 200

export const searchParameter = (fields: string) =>
  text({ min: 1, max: searchLengthMax })
    .optional()
    .meta({
      description:
        `Only rows that contain every word: ${fields}. Case and accents do not matter, and the beginning of a word ` +
        'is enough. A page may have fewer rows than `limit`, or none, and still have a `nextCursor`.',
    })

/** The response of an unpaged list. */
export const listOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: z.array(schema) })

/** The response of a paged list. */
export const pageOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({
    data: z.array(schema),
    nextCursor: z.string().min(1).nullable().meta({ description: 'Null on the last page.' }),
  })

/** A parameter in plain digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]+$/, {
      error: `must be a whole number from ${min} to ${max}, in plain digits`,
      abort: true,
    })
    .transform(Number)
    .pipe(
      z
        .int({ error: `must be from ${min} to ${max}`, abort: true })
        .min(min, `must be from ${min} to ${max}`)
        .max(max, `must be from ${min} to ${max}`),
    )

export const limitParameter = wholeNumber(1, pageRowsMax)
  .default(pageRowsDefault)
  .meta({ description: 'Maximum number of rows on a page.' })

export const cursorParameter = text({ min: 1, max: 4000 })
  .optional()
  .meta({ description: 'The unchanged `nextCursor` of the previous page. Keep the same filters.' })

export const companyIdParameter = requestedId(
  'Only this company. Leave it out for all companies of the workspace.',
).optional()
