/** The parts of the OpenAPI document that the reference page shows, and its schemas flattened to rows of fields. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

interface Content {
  content?: Record<string, { schema: Schema; example?: unknown }>
}

export interface DocumentedResponse extends Content {
  $ref?: string
  description: string
}

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-required-scopes': string[]
  'x-codeSamples': { lang: string; label: string; source: string }[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, DocumentedResponse>
}

export interface OpenapiDocument {
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, DocumentedResponse>
    headers: Record<string, { description: string }>
  }
}

export interface Entry {
  method: string
  path: string
  operation: DocumentedOperation
}

export function entriesOf({ paths }: OpenapiDocument): Entry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Resolves a reference into the components. */
export function resolved<Node extends Schema | DocumentedResponse>(
  { components }: OpenapiDocument,
  node: Node,
): Node {
  if (node.$ref === undefined) return node
  const [, , kind, name = ''] = node.$ref.split('/')
  const target = (kind === 'responses' ? components.responses : components.schemas)[name]
  if (target === undefined) throw new Error(`The OpenAPI document has nothing at ${node.$ref}.`)
  return target as Node
}

/** The schema of a JSON body; undefined if there is none. */
export function bodySchema(openapi: OpenapiDocument, { content }: Content): Schema | undefined {
  const schema = content?.['application/json']?.schema
  return schema && resolved(openapi, schema)
}

/** The defined error of a response; undefined if its schema allows any code. */
export function definedError(openapi: OpenapiDocument, response: DocumentedResponse) {
  const schema = bodySchema(openapi, resolved(openapi, response))
  const { code, status, data } = (schema?.oneOf?.[0] ?? schema)?.properties ?? {}
  if (typeof code?.const !== 'string') return undefined
  return { code: code.const, status: String(status?.const), details: Object.keys(data?.properties ?? {}) }
}

export interface Field {
  /** The path of the enclosing field, such as `data[].`; empty at the top level. */
  parent: string
  name: string
  required: boolean
  nullable: boolean
  schema: Schema
}

/** Every field of an object, each followed by its nested fields. */
export function fieldsOf(openapi: OpenapiDocument, schema: Schema, parent = ''): Field[] {
  const { properties = {}, required = [] } = merged(openapi, resolved(openapi, schema))
  return Object.entries(properties).flatMap(([name, property]) => {
    const { nullable, ...inner } = withoutNull(property)
    const field = { parent, name, required: required.includes(name), nullable, schema: inner }
    const within = inner.items
      ? fieldsOf(openapi, inner.items, `${parent}${name}[].`)
      : fieldsOf(openapi, inner, `${parent}${name}.`)
    return [field, ...within]
  })
}

/** The variants of a resource as one object. A field that differs between them shows the types that it can have. */
function merged(openapi: OpenapiDocument, schema: Schema): Schema {
  const [first, ...others] = (schema.oneOf ?? []).map(variant => resolved(openapi, variant))
  if (first?.properties === undefined) return schema
  const properties = Object.entries(first.properties).map(([name, property]) => {
    const variants = [property, ...others.map(other => other.properties?.[name] ?? {})]
    const isSame = variants.every(variant => JSON.stringify(variant) === JSON.stringify(property))
    return [name, isSame ? property : union(variants)] as const
  })
  return { ...first, properties: Object.fromEntries(properties) }
}

function union(variants: readonly Schema[]): Schema {
  const constants = variants.flatMap(variant => variant.const ?? [])
  if (constants.length > 0) return { type: 'string', enum: constants }
  const { description } = variants[0] ?? {}
  const names = new Set(variants.map(variant => typeName(withoutNull(variant))))
  const isNullable = variants.some(variant => withoutNull(variant).nullable)
  const either: Schema = { format: [...names].join(' | ') }
  const typed = isNullable ? { anyOf: [either, { type: 'null' }] } : either
  return { ...(description !== undefined && { description }), ...typed }
}

/** The document expresses nullable as `anyOf` with null; description and examples may be inside or outside of it. */
function withoutNull(schema: Schema): Schema & { nullable: boolean } {
  const { anyOf, ...outer } = schema
  const inner = anyOf?.find(({ type }) => type !== 'null')
  return inner ? { ...inner, ...outer, nullable: true } : { ...schema, nullable: false }
}

export function typeName(schema: Schema): string {
  if (schema.items) return `${typeName(schema.items)}[]`
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  return schema.format ?? schema.type ?? 'any'
}

export const choicesOf = (schema: Schema): string =>
  schema.enum ? `One of ${schema.enum.map(value => `\`${value}\``).join(', ')}.` : ''

/** The constraints of a value in words, with code in backticks. */
export function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, pattern } = schema
  const limits: string[] = []
  if (maxLength !== undefined) limits.push(`${minLength ?? 0} to ${maxLength} characters`)
  if (minimum !== undefined && maximum !== undefined) limits.push(`${minimum} to ${maximum}`)
  if (pattern !== undefined) limits.push(`matches \`${pattern}\``)
  if (schema.default !== undefined) limits.push(`default \`${schema.default}\``)
  return limits
}
