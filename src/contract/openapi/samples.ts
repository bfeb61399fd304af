/** The values that the document's examples and code samples show. */
import type { Operation } from '../operation.ts'
import { operations } from '../operations.ts'
import type { SampleValues } from './codeSamples.ts'
import { exampleOf } from './examples.ts'
import { type Json, jsonSchema } from './jsonSchema.ts'

export function jsonContent(schema: Json, schemas: Json): Json {
  return { 'application/json': { schema, example: exampleOf(schema, schemas) } }
}

function successExample({ success }: Operation, schemas: Json): Json {
  return success.schema ? (exampleOf(jsonSchema(success.schema, schemas, 'output'), schemas) as Json) : {}
}

/** What a field has no example for is taken from the resource that the operation returns. */
export function requestExample(operation: Operation, schemas: Json): Json | undefined {
  if (operation.body === undefined) return undefined
  const fields = exampleOf(jsonSchema(operation.body, schemas, 'input'), schemas) as Json
  const result = successExample(operation, schemas)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? result[name]]))
}

export function sampleValues(operation: Operation, schemas: Json): SampleValues {
  const { path, query } = operation
  const read = Object.values<Operation>(operations).find(each => each.path === path && each.method === 'GET')
  const defaults = Object.entries(query?.shape ?? {}).map(([name, schema]) => [
    name,
    jsonSchema(schema, schemas, 'output').default,
  ])
  return {
    id: String(read && successExample(read, schemas).id),
    query: Object.fromEntries(defaults.filter(([, value]) => value !== undefined)),
    body: requestExample(operation, schemas),
  }
}
