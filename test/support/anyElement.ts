/** Elements of a resource with a value for every field, made from the contract's schema instead of a list of fields. */
import fc from 'fast-check'
import * as z from 'zod'
import { decimalPattern, unsignedDecimalPattern } from '../../src/contract/primitives.ts'
import { anyAmount, anyDate, anyInstant, anyMoney, anyText } from './anyValues.ts'

/** In the order of the contract. `replaced` has fields that need more than their schema says, such as references. */
export function anyElement<Resource extends object, Replaced extends object>(
  schema: z.ZodObject & z.ZodType<Resource>,
  replaced: { [Field in keyof Replaced]: fc.Arbitrary<Replaced[Field]> },
  options: { text?: fc.Arbitrary<string> } = {},
): fc.Arbitrary<Omit<Resource, keyof Replaced> & Replaced> {
  const others = replaced as Record<string, fc.Arbitrary<unknown>>
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    others[name] ?? anyFieldValue(field as z.ZodType, options.text ?? anyText),
  ])
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<Omit<Resource, keyof Replaced> & Replaced>
}

/** Fields that hold free text, which may have any characters; null or not. */
export const textFields = (schema: z.ZodObject): string[] =>
  Object.entries(schema.shape)
    .filter(([, field]) => isFreeText(jsonSchemaOf(field as z.ZodType)))
    .map(([name]) => name)

export interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  enum?: string[]
  maxLength?: number
  anyOf?: JsonSchema[]
}

/** Without the null that it may be. */
export function jsonSchemaOf(field: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(field, { unrepresentable: 'any' }) as JsonSchema
  const values = schema.anyOf?.filter(({ type }) => type !== 'null')
  return values?.length === 1 ? { ...schema, ...values[0] } : schema
}

const isFreeText = ({ type, format, pattern, enum: words }: JsonSchema): boolean =>
  type === 'string' && [format, pattern, words].every(limit => limit === undefined)

export function anyFieldValue(field: z.ZodType, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const value = anyValueOf(jsonSchemaOf(field), text).filter(each => isKept(field, each))
  return field.safeParse(null).success ? fc.option(value) : value
}

/** As the contract takes it, and gives it back. */
function isKept(field: z.ZodType, value: unknown): boolean {
  const parsed = field.safeParse(value)
  return parsed.success && parsed.data === value
}

function anyValueOf(schema: JsonSchema, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { type, format, pattern, enum: words, maxLength } = schema
  if (words !== undefined) return fc.constantFrom(...words)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: 0, max: 2_147_483_647 })
  if (format === 'date') return anyDate
  if (format === 'date-time') return anyInstant
  if (pattern === decimalPattern.source) return anyMoney
  if (pattern === unsignedDecimalPattern.source) return anyAmount
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  if (type === 'string') return text.map(each => [...each].slice(0, maxLength).join(''))
  throw new Error(`No value is made for ${JSON.stringify(schema)} yet.`)
}
