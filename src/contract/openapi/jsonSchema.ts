/** JSON Schemas of the contract's types, with named ones collected for the document's components. */
import * as z from 'zod'

export type Json = Record<string, unknown>

/** The JSON Schema of a zod type. Types with an id are added to `schemas` and referenced. */
export function jsonSchema(type: z.core.$ZodType, schemas: Json, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    $defs = {},
    id: name,
    ...schema
  } = z.toJSONSchema(type, {
    target: 'draft-2020-12',
    io,
    override: ({ jsonSchema: node }) => {
      // Later versions may add fields to responses, so only request bodies are declared closed.
      if (io === 'output') delete node.additionalProperties
    },
  }) as Json & { $defs?: Record<string, Json>; id?: string }
  for (const [defined, { id: __, ...definition }] of Object.entries($defs)) {
    schemas[defined] ??= pointToComponents(definition)
  }
  if (name === undefined) return pointToComponents(schema)
  schemas[name] ??= pointToComponents(schema)
  return { $ref: `#/components/schemas/${name}` }
}

function pointToComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
