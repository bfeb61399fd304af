/** Examples from the document: a request body, a response, and programs. */
import {
  bodySchema,
  type DocumentedOperation,
  type Entry,
  fieldsOf,
  type OpenapiDocument,
  type Schema,
} from './document.ts'

/** The body of the success response; undefined if it has none. */
export function responseSample({ responses }: DocumentedOperation): unknown {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return success?.[1].content?.['application/json']?.example
}

/** As indented JSON; undefined if the operation has no body. */
export function requestSample({ operation: { requestBody } }: Entry): string | undefined {
  const body = requestBody?.content?.['application/json']?.example
  return body === undefined ? undefined : JSON.stringify(body, null, 2)
}

/** The example of the resource's field with that name, for a parameter without an example. */
export function resourceExample(openapi: OpenapiDocument, { path, operation }: Entry, name: string): unknown {
  const schema = successSchema(openapi, openapi.paths[path]?.get ?? operation)
  return fieldsOf(openapi, schema ?? {}).find(field => field.name === name)?.schema.examples?.[0]
}

/** The source of a program that calls the operation. */
export const codeSample = ({ operation }: Entry, label: string): string =>
  operation['x-codeSamples'].find(sample => sample.label === label)?.source ?? ''

function successSchema(openapi: OpenapiDocument, { responses }: DocumentedOperation): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  return success && bodySchema(openapi, success[1])
}
