/** The fields of an object of the contract, as JSON Schema describes them. */
import * as z from 'zod'

export interface Field {
  type?: string
  description?: string
  enum?: readonly unknown[]
  format?: string
  pattern?: string
  anyOf?: readonly Field[]
  items?: Field
  properties?: Readonly<Record<string, Field>>
  required?: readonly string[]
}

interface Document extends Field {
  $ref?: string
  $defs?: Readonly<Record<string, Field>>
}

/** `input` is what may be sent, `output` what comes back. */
export function objectFields(schema: z.ZodType, io: 'input' | 'output'): Field {
  const options = { io, unrepresentable: 'any', reused: 'inline' } as const
  const document = z.toJSONSchema(schema, options) as Document
  // A schema with a name is a reference to itself.
  const name = document.$ref?.split('/').at(-1)
  return (name === undefined ? undefined : document.$defs?.[name]) ?? document
}
