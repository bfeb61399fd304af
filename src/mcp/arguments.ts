/** The arguments of a tool call, as the parameters of its operation. */
import type { JsonSchema } from './jsonSchema.ts'

export interface OperationInput {
  id: string | undefined
  query: Record<string, string>
}

/** What is wrong with a call, in words for the assistant. Never quotes the call: its texts may come from strangers. */
export class BadArguments extends Error {
  override name = 'BadArguments'
}

/** Values are checked by the operation itself; this only makes texts of them, as in a URL. */
export function operationInput(
  { properties = {} }: JsonSchema,
  given: Readonly<Record<string, unknown>>,
): OperationInput {
  const known = Object.keys(properties)
  if (Object.keys(given).some(name => !known.includes(name))) {
    const names = known.length === 0 ? 'This tool takes no arguments' : `This tool takes ${known.join(', ')}`
    throw new BadArguments(`An argument is not known. ${names}.`)
  }
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const text = textOf(value)
    if (text === null || !text.isWellFormed()) {
      throw new BadArguments(`${name} must be a text, a whole number, or a list of texts.`)
    }
    if (text !== '') query[name] = text
  }
  const { id, ...rest } = query
  if (known.includes('id') && id === undefined) throw new BadArguments('id is required.')
  return { id, query: rest }
}

/** Null for what no parameter takes. Null itself counts as not given. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  return Array.isArray(value) && value.every(each => typeof each === 'string') ? value.join(',') : null
}
