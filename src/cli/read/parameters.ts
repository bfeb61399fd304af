/** The options of a command from the parameters or body of its operation, so that a new parameter is a new option. */
import type * as z from 'zod'
import type { Operation } from '../../contract/operation.ts'
import type { OptionShape } from '../shape.ts'
import { type Field, objectFields } from './fields.ts'

/** What a command does by itself: it reads page after page. */
const notOffered = ['limit', 'cursor']

/** Names that people know better than the contract's. */
const ownNames: Readonly<Record<string, string>> = { dateFrom: 'since', dateTo: 'until', q: 'search' }

/** `accountId` is --account, `updatedAfter` is --updated-after. */
export const optionName = (parameter: string): string =>
  ownNames[parameter] ??
  parameter.replace(/(?<=.)Id$/, '').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

export interface Parameter {
  name: string
  option: string
  shape: OptionShape
}

export function parametersOf(schema: z.ZodType | undefined): Parameter[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = objectFields(schema, 'input')
  // A list with commas is only a text as input; as output it says which words there are.
  const { properties: read = {} } = objectFields(schema, 'output')
  return Object.entries(properties)
    .filter(([name]) => !notOffered.includes(name))
    .map(([name, field]) => ({
      name,
      option: optionName(name),
      shape: optionShape(name, { ...read[name], ...field }, required),
    }))
}

function optionShape(name: string, field: Field, required: readonly string[]): OptionShape {
  const choices = choicesOf(field)
  const summary =
    plain(firstSentence(field.description ?? '')) || `the ${optionName(name).replaceAll('-', ' ')}`
  return {
    value: valueName(name, field, choices),
    summary: choices === null ? summary : `${summary}: ${choices.join(', ')}`,
    ...(required.includes(name) && { required: true }),
    ...(choices !== null && { choices }),
  }
}

/** A list of choices, alone or in a list or union. */
function choicesOf({ enum: values, anyOf = [], items }: Field): string[] | null {
  if (values !== undefined) return values.filter(value => value !== null).map(String)
  for (const field of [...anyOf, ...(items === undefined ? [] : [items])]) {
    const found = choicesOf(field)
    if (found !== null) return found
  }
  return null
}

function valueName(name: string, { format }: Field, choices: readonly string[] | null): string {
  if (format === 'date') return 'DATE'
  if (format === 'date-time' || name.endsWith('After')) return 'INSTANT'
  if (name.endsWith('Id')) return 'ID'
  if (name === 'q') return 'WORDS'
  return choices === null ? lastWord(name).toUpperCase() : 'NAME'
}

/** `maxAmount` ends with `Amount`. */
const lastWord = (name: string): string =>
  name
    .replace(/[A-Z]/g, letter => ` ${letter}`)
    .split(' ')
    .at(-1) ?? name

function firstSentence(text: string): string {
  const end = text.search(/\.\s[A-Z]/)
  return end < 0 ? text : text.slice(0, end)
}

/** "Only this account." becomes "only this account", as other descriptions of options are written. */
function plain(sentence: string): string {
  const text = sentence.replaceAll('`', '').replace(/\.$/, '')
  return /^[A-Z](?:[a-z]|\s)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

/** The option behind a path of a validation error. */
export function optionFor(operation: Operation, path: string): string {
  const known = [...parametersOf(operation.query), ...parametersOf(operation.body)]
  const found = known.find(({ name }) => name === path.split('.')[0])
  return found === undefined ? path : `--${found.option}`
}
