/** An element of a resource in which no two fields have the same value, so that a lost or swapped one is noticed. */
import type * as z from 'zod'
import { type JsonSchema, jsonSchemaOf } from './anyElement.ts'

/** `nth` gives other values for another element. `replaced` has what its schema cannot know, such as references. */
export function distinctElement<Resource extends object>(
  schema: z.ZodObject & z.ZodType<Resource>,
  nth: number,
  replaced: Partial<Record<keyof Resource, unknown>>,
): Resource {
  const values = Object.entries(schema.shape).map(([name, field], place) => [
    name,
    name in replaced
      ? replaced[name as keyof Resource]
      : distinctValue(name, jsonSchemaOf(field as z.ZodType), place + 30 * nth, nth),
  ])
  return schema.parse(Object.fromEntries(values))
}

function distinctValue(name: string, schema: JsonSchema, number: number, nth: number): unknown {
  const { type, format, pattern, enum: words } = schema
  if (words !== undefined) return words[(nth + 1) % words.length]
  if (type === 'boolean') return nth % 2 === 0
  if (type === 'integer') return number
  if (format === 'date') return new Date(Date.UTC(2001, 0, number)).toISOString().slice(0, 10)
  if (format === 'date-time') return new Date(Date.UTC(2002, 0, 1, 0, number)).toISOString()
  if (pattern?.startsWith('^[A-Z]'))
    return `${'ABCDEFGHIJ'[nth % 10]}BCD`.slice(0, /\{2\}/.test(pattern) ? 2 : 3)
  if (pattern !== undefined) return `${number}.50`
  if (type === 'string') return `${name} "${nth}" \\ `.trimEnd()
  throw new Error(`No value is made for ${JSON.stringify(schema)} yet.`)
}

/** The names of the fields in which the two differ. */
export function differingFields(read: object | null | undefined, written: object): string[] {
  const found = (read ?? {}) as Record<string, unknown>
  const given = written as Record<string, unknown>
  return [...new Set([...Object.keys(given), ...Object.keys(found)])].filter(
    field => JSON.stringify(found[field]) !== JSON.stringify(given[field]),
  )
}
