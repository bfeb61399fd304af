/** The parts of JSON Schema that the contract's schemas use. */

export interface JsonSchema {
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  $ref?: string
  [keyword: string]: unknown
}

const components = '#/components/schemas/'

/**
 * Without references and examples: not every client resolves references, and examples cost a model's attention. What may
 * be null is written as a type, so that only unions of objects are left as such.
 */
export function inlined(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema
    const found = schemas[$ref.slice(components.length)]
    if (found === undefined) throw new Error(`There is no schema ${$ref}.`)
    return inlined({ ...found, ...beside }, schemas)
  }
  const [first, second] = schema.anyOf ?? []
  if (first !== undefined && second?.type === 'null') {
    const { anyOf: _, ...beside } = schema
    return orNull({ ...inlined(first, schemas), ...inlined(beside, schemas) })
  }
  const { examples: _, ...copy } = schema
  const each = (some: readonly JsonSchema[]) => some.map(one => inlined(one, schemas))
  if (schema.properties) copy.properties = mapped(schema.properties, field => inlined(field, schemas))
  if (schema.items) copy.items = inlined(schema.items, schemas)
  if (schema.anyOf) copy.anyOf = each(schema.anyOf)
  if (schema.oneOf) copy.oneOf = each(schema.oneOf)
  return copy
}

const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [String(schema.type), 'null'],
  ...(schema.enum && { enum: [...schema.enum, null] }),
})

export function mapped<In, Out>(
  fields: Readonly<Record<string, In>>,
  change: (field: In, name: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field, name)]))
}
