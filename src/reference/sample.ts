/** Examples from the document: a request body, a response, and a curl command. */
import {
  bodySchema,
  type DocumentedOperation,
  type Entry,
  fieldsOf,
  type OpenapiDocument,
  resolved,
  type Schema,
} from './document.ts'

/** The examples read the key from the environment and never contain one. */
export const keyVariable = 'FLORIN_API_KEY'
export const authorization = `-H "Authorization: Bearer $${keyVariable}"`

/** A value for a schema, made of its examples. */
export function sampleOf(openapi: OpenapiDocument, schema: Schema): unknown {
  const {
    type,
    examples,
    const: only,
    enum: choices,
    anyOf,
    oneOf,
    items,
    properties,
  } = resolved(openapi, schema)
  if (examples) return examples[0]
  if (only !== undefined) return only
  if (choices) return choices[0]
  const [first] = anyOf ?? oneOf ?? []
  if (first) return sampleOf(openapi, first)
  if (items) return [sampleOf(openapi, items)]
  if (properties) {
    const fields = Object.entries(properties)
    return Object.fromEntries(fields.map(([name, property]) => [name, sampleOf(openapi, property)]))
  }
  return type === 'boolean' ? true : null
}

/** The body of the success response; undefined if it has none. */
export function responseSample(openapi: OpenapiDocument, operation: DocumentedOperation): unknown {
  const schema = successSchema(openapi, operation)
  return schema && sampleOf(openapi, schema)
}

/** As indented JSON; undefined if the operation has no body. */
export function requestSample(openapi: OpenapiDocument, entry: Entry): string | undefined {
  const { requestBody } = entry.operation
  if (!requestBody) return undefined
  const fields = fieldsOf(openapi, bodySchema(openapi, requestBody) ?? {})
  const body = fields.map(({ name, schema }) => [
    name,
    schema.examples?.[0] ?? resourceExample(openapi, entry, name),
  ])
  return JSON.stringify(Object.fromEntries(body), null, 2)
}

/** The example of the resource's field with that name, for a parameter without an example. */
export function resourceExample(openapi: OpenapiDocument, { path, operation }: Entry, name: string): unknown {
  const schema = successSchema(openapi, openapi.paths[path]?.get ?? operation)
  return fieldsOf(openapi, schema ?? {}).find(field => field.name === name)?.schema.examples?.[0]
}

/** `browser/call.js` produces the same command from an untouched form. */
export function curlExample(openapi: OpenapiDocument, baseUrl: string, entry: Entry): string {
  const { method, path, operation } = entry
  const defaults = operation.parameters.filter(({ schema }) => schema.default !== undefined)
  const query = defaults.map(({ name, schema }) => `${name}=${schema.default}`).join('&')
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(resourceExample(openapi, entry, name)),
  )
  const words = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${authorization}`]
  const body = requestSample(openapi, entry)
  if (body !== undefined) {
    const quoted = body.replaceAll("'", "'\\''").replaceAll('\n', '\n  ')
    words.push("-H 'Content-Type: application/json'", `-d '${quoted}'`)
  }
  return [...words, `'${baseUrl}${address}${query && `?${query}`}'`].join(' \\\n  ')
}

function successSchema(openapi: OpenapiDocument, { responses }: DocumentedOperation): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return success && bodySchema(openapi, success[1])
}
