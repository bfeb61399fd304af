/**
 * The types of the contract without zod: what the client's declarations refer to. Every name, union and optional field
 * is kept; `client.ts` has the compiler compare the result with the contract.
 */
import type * as z from 'zod'
import { changeResources } from '../../src/contract/changes.ts'
import { definedErrors, errorBody, validationIssue } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { scopes } from '../../src/contract/scopes.ts'

type Side = 'input' | 'output'

/** Names that differ from those of the OpenAPI document. */
const renamed: Record<string, string> = { Error: 'ErrorBody' }

/** The parts of zod's own description of a schema that the contract uses. */
type Definition =
  | { type: 'string' | 'number' | 'boolean' | 'unknown' | 'null' }
  | { type: 'object'; shape: Record<string, z.ZodType> }
  | { type: 'array'; element: z.ZodType }
  | { type: 'enum'; entries: Record<string, string> }
  | { type: 'literal'; values: unknown[] }
  | { type: 'nullable' | 'optional' | 'default'; innerType: z.ZodType }
  | { type: 'pipe'; in: z.ZodType; out: z.ZodType }
  | { type: 'union'; options: z.ZodType[] }

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition

/** A schema that may be left out is a wrapper around the one that is described. */
export function descriptionOf(schema: z.ZodType): string | undefined {
  const definition = definitionOf(schema)
  return (
    schema.meta()?.description ??
    ('innerType' in definition ? descriptionOf(definition.innerType) : undefined)
  )
}

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const literals = (values: readonly unknown[]): string => unionOf(values.map(value => JSON.stringify(value)))

class Printer {
  /** Declarations by name, in the order in which they were first used. */
  readonly declared = new Map<string, string>()

  typeOf(schema: z.ZodType, side: Side, indent = ''): string {
    const { id } = schema.meta() ?? {}
    return id === undefined || side === 'input' ? this.#inline(schema, side, indent) : this.#named(id, schema)
  }

  #named(id: string, schema: z.ZodType): string {
    const name = renamed[id] ?? id
    if (this.declared.has(name)) return name
    this.declared.set(name, '')
    const type = this.#inline(schema, 'output', '')
    const text = comment(schema.meta()?.description, '')
    const declaration = type.startsWith('{')
      ? `export interface ${name} ${type}`
      : `export type ${name} = ${type}`
    this.declared.set(name, `${text}${declaration}`)
    return name
  }

  #inline(schema: z.ZodType, side: Side, indent: string): string {
    const definition = definitionOf(schema)
    switch (definition.type) {
      case 'object':
        return this.#object(definition.shape, side, indent)
      case 'array': {
        const element = this.typeOf(definition.element, side, indent)
        return /^\w+$/.test(element) || element.startsWith('{') ? `${element}[]` : `(${element})[]`
      }
      case 'enum':
        return literals(Object.values(definition.entries))
      case 'literal':
        return literals(definition.values)
      case 'nullable':
        return unionOf([this.typeOf(definition.innerType, side, indent), 'null'])
      case 'optional':
      case 'default':
        return this.typeOf(definition.innerType, side, indent)
      case 'pipe':
        return this.typeOf(side === 'input' ? definition.in : definition.out, side, indent)
      case 'union':
        return unionOf(definition.options.map(option => this.typeOf(option, side, indent)))
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
      case 'null':
        return definition.type
      default:
        throw new Error(`The contract uses ${JSON.stringify(definition)}, which has no plain type yet.`)
    }
  }

  #object(shape: Record<string, z.ZodType>, side: Side, indent: string): string {
    // This is also what zod infers for an object without fields.
    if (Object.keys(shape).length === 0) return 'Record<string, never>'
    const inner = `${indent}  `
    const fields = Object.entries(shape).map(([name, schema]) => {
      const type = this.typeOf(schema, side, inner)
      const isOptional = (side === 'input' ? schema._zod.optin : schema._zod.optout) === 'optional'
      const field = isOptional ? `${name}?: ${unionOf([type, 'undefined'])}` : `${name}: ${type}`
      return `${comment(descriptionOf(schema), inner)}${inner}${field}\n`
    })
    return `{\n${fields.join('')}${indent}}`
  }
}

export interface Field {
  name: string
  type: string
  description: string | undefined
}

/** The fields of an object, for documentation. Every parameter of a query is optional for a client. */
export function fieldsIn(schema: z.ZodObject, side: Side, isQuery = false): Field[] {
  const printer = new Printer()
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, each]) => {
    const isOptional = !isQuery && (side === 'input' ? each._zod.optin : each._zod.optout) === 'optional'
    const type = printer.typeOf(each, side)
    return { name: isOptional ? `${name}?` : name, type, description: descriptionOf(each) }
  })
}

/** A result on one line. */
export const resultIn = (schema: z.ZodType): string =>
  new Printer()
    .typeOf(schema, 'output')
    .split('\n')
    .map(line => line.trim())
    .filter(line => !line.startsWith('/**'))
    .reduce((text, line) => `${text}${line.startsWith('}') ? ' ' : '; '}${line}`)
    .replaceAll(/\{; /g, '{ ')
    .replaceAll(/\s+/g, ' ')

/** Types that the contract does not derive from a schema. */
const helpers = `export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type DefinedErrorCode = ${literals(Object.keys(definedErrors))}
export type ChangeResource = ${literals(changeResources)}
export type Scope = ${literals(scopes)}

export interface WireOperation {
  method: Method
  path: \`/\${string}\`
  query?: object
  body?: object
  result?: unknown
  idempotent?: boolean
}

export type OperationId = keyof Operations
export type QueryOf<O extends WireOperation> = O extends { query: infer Given } ? Given : Record<string, never>
export type BodyInputOf<O extends WireOperation> = O extends { body: infer Given } ? Given : undefined
export type ResultOf<O extends WireOperation> = O extends { result: infer Given } ? Given : undefined`

export function plainTypes(): string {
  const printer = new Printer()
  for (const schema of [errorBody, validationIssue]) printer.typeOf(schema, 'output')
  const described = Object.values<Operation>(operations).map(operation => {
    const { id, summary, method, path, query, body, idempotent, success } = operation
    const fields = [
      `method: '${method}'`,
      `path: '${path}'`,
      ...(query ? [`query: ${printer.typeOf(query, 'output', '    ')}`] : []),
      ...(body ? [`body: ${printer.typeOf(body, 'input', '    ')}`] : []),
      ...(idempotent ? ['idempotent: true'] : []),
      ...(success.schema ? [`result: ${printer.typeOf(success.schema, 'output', '    ')}`] : []),
    ]
    return `${comment(summary, '  ')}  ${id}: {\n${fields.map(each => `    ${each}\n`).join('')}  }\n`
  })
  return [
    '/** The contract as plain types: what the API takes and returns. */',
    ...printer.declared.values(),
    helpers,
    `export type Operations = {\n${described.join('')}}\n`,
  ].join('\n\n')
}
