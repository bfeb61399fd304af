/** One operation on the reference page: its request, its responses, and a form to try it. */
import {
  bodySchema,
  choicesOf,
  type DocumentedOperation,
  type DocumentedResponse,
  type Entry,
  type Field,
  fieldsOf,
  limitsOf,
  type OpenapiDocument,
  resolved,
  type Schema,
  typeName,
} from './document.ts'
import {
  code,
  disclosure,
  escaped,
  example,
  link,
  methodLabel,
  paragraph,
  prose,
  table,
  topic,
} from './markup.ts'
import { codeSample, responseSample } from './sample.ts'
import { tryForm } from './tryForm.ts'

export function operationTopic(openapi: OpenapiDocument, entry: Entry): string {
  const { method, path, operation } = entry
  const { operationId, summary, description, requestBody } = operation
  const scopes = operation['x-required-scopes']
  return topic(operationId, summary, [
    `<p class="endpoint">${methodLabel(method)} ${code(path)}</p>`,
    description ? paragraph(description) : '',
    `<p class="scope">Required scope: ${scopes.map(code).join(' and ') || 'none'}</p>`,
    `<div class="call">
${example(codeSample(entry, 'curl'))}
${disclosure('program', 'TypeScript', example(codeSample(entry, 'TypeScript')))}
${disclosure('program', 'Python', example(codeSample(entry, 'Python')))}
${disclosure('try live', 'Try it', tryForm(openapi, entry))}
${responseExample(operation)}</div>`,
    parametersTable(operation),
    requestBody ? requestTable(fieldsOf(openapi, bodySchema(openapi, requestBody) ?? {})) : '',
    ...responseTables(openapi, operation),
  ])
}

function responseExample(operation: DocumentedOperation): string {
  const sample = responseSample(operation)
  if (sample === undefined) return ''
  return disclosure('sample', 'Example response', example(JSON.stringify(sample, null, 2)))
}

function parametersTable({ parameters }: DocumentedOperation): string {
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
    code(name),
    escaped(place),
    escaped(typeName(schema)),
    prose([...(required ? ['required'] : []), ...limitsOf(schema)].join('; ')),
    prose(sentences(description, choicesOf(schema))),
  ])
  return table('Parameters', ['Name', 'In', 'Type', 'Constraints', 'Description'], rows)
}

function requestTable(fields: readonly Field[]): string {
  const rows = fields.map(field => [
    fieldName(field),
    escaped(typeName(field.schema)),
    prose(
      [
        field.required ? 'required' : 'optional',
        ...(field.nullable ? ['nullable'] : []),
        ...limitsOf(field.schema),
      ].join('; '),
    ),
    prose(sentences(field.schema.description, choicesOf(field.schema))),
    exampleValue(field.schema),
  ])
  return table('Request body', ['Name', 'Type', 'Constraints', 'Description', 'Example'], rows)
}

/** The success response with its fields, and one line for the errors, because the guide has a table of those. */
function responseTables(openapi: OpenapiDocument, { responses }: DocumentedOperation): string[] {
  const isError = (status: string) => !/^[23]/.test(status)
  const all = Object.entries(responses)
  const errors = all.filter(([status]) => isError(status)).map(([, response]) => errorName(openapi, response))
  return [
    ...all.flatMap(([status, response]) => (isError(status) ? [] : success(openapi, status, response))),
    `<p class="response"><b>${link('errors', 'Errors')}</b> ${errors.join(' ')}</p>`,
  ]
}

function success(openapi: OpenapiDocument, status: string, response: DocumentedResponse): string {
  const fields = fieldsOf(openapi, bodySchema(openapi, response) ?? {})
  const description = prose(response.description)
  if (fields.length === 0) return `<p class="response"><b>${escaped(status)}</b> ${description}</p>`
  return responseTable(`Response ${escaped(status)} <span>${description}</span>`, fields)
}

function errorName(openapi: OpenapiDocument, response: DocumentedResponse): string {
  const { description, content } = resolved(openapi, response)
  const sample = content?.['application/json']?.example as { status: number; code: string } | undefined
  const name = sample ? `${sample.status} ${sample.code}` : description
  return `<span>${prose(name)}</span>`
}

function responseTable(caption: string, fields: readonly Field[]): string {
  const rows = fields.map(field => [
    fieldName(field),
    escaped(typeName(field.schema)),
    field.nullable ? 'yes' : '',
    prose(sentences(field.schema.description, choicesOf(field.schema))),
    exampleValue(field.schema),
  ])
  return table(caption, ['Name', 'Type', 'Nullable', 'Description', 'Example'], rows)
}

const sentences = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ')

const fieldName = ({ parent, name }: Field): string =>
  `<code>${parent && `<i>${escaped(parent)}</i><wbr>`}${escaped(name)}</code>`

/** As JSON, so that amounts are visibly strings. */
const exampleValue = ({ examples = [] }: Schema): string =>
  examples.length > 0 ? code(JSON.stringify(examples[0])) : ''
