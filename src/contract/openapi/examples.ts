/** Whole bodies, made of the examples of their fields. */

interface Schema {
  $ref?: string
  type?: string
  examples?: unknown[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

type Schemas = Readonly<Record<string, unknown>>

/** A value that fits the schema. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  const {
    type,
    examples,
    const: only,
    enum: choices,
    anyOf,
    oneOf,
    items,
    properties,
  } = resolved(schema, schemas)
  if (examples) return examples[0]
  if (only !== undefined) return only
  if (choices) return choices[0]
  const [first] = anyOf ?? oneOf ?? []
  if (first) return exampleOf(first, schemas)
  if (items) return [exampleOf(items, schemas)]
  if (properties) {
    const fields = Object.entries(properties)
    return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, schemas)]))
  }
  if (type === 'boolean') return true
  // Anything fits a schema without a type, so an example would say nothing.
  return type === undefined ? undefined : null
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  const found = schemas[name]
  if (found === undefined) throw new Error(`There is no schema ${name}.`)
  return found as Schema
}
