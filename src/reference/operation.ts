/** One operation on the reference page: what it asks for, what it answers, and a request to try it with. */
import {
  bodySchema,
  choicesOf,
  type DocumentedOperation,
  type DocumentedResponse,
  definedError,
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
import { curlExample, responseSample } from './sample.ts'
import { tryForm } from './tryForm.ts'

export function operationTopic(openapi: OpenapiDocument, baseUrl: string, entry: Entry): string {
  const { method, path, operation } = entry
  const { operationId, summary, description, requestBody } = operation
  const scopes = operation['x-required-scopes']
  return topic(operationId, summary, [
    `<p class="endpoint">${methodLabel(method)} ${code(path)}</p>`,
    description ? paragraph(description) : '',
    `<p class="scope">Required scope: ${scopes.map(code).join(' and ') || 'none'}</p>`,
    `<div class="call">
${example(curlExample(openapi, baseUrl, entry))}
${disclosure('try live', 'Try it', tryForm(openapi, entry))}
${answerExample(openapi, operation)}</div>`,
    parametersTable(operation),
    requestBody ? requestTable(fieldsOf(openapi, bodySchema(openapi, requestBody) ?? {})) : '',
    ...answers(openapi, operation),
  ])
}

function answerExample(openapi: OpenapiDocument, operation: DocumentedOperation): string {
  const sample = responseSample(openapi, operation)
  if (sample === undefined) return ''
  return disclosure('sample', 'Example answer', example(JSON.stringify(sample, null, 2)))
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

/** The success with its fields, and the rest in a line each, as the guide has a table of the errors. */
function answers(openapi: OpenapiDocument, { responses }: DocumentedOperation): string[] {
  const isError = (status: string) => !/^[23]/.test(status)
  const all = Object.entries(responses)
  const errors = all.filter(([status]) => isError(status)).map(([, answer]) => errorName(openapi, answer))
  return [
    ...all.flatMap(([status, answer]) => (isError(status) ? [] : success(openapi, status, answer))),
    `<p class="answer"><b>${link('errors', 'Errors')}</b> ${errors.join(' ')}</p>`,
  ]
}

function success(openapi: OpenapiDocument, status: string, answer: DocumentedResponse): string {
  const fields = fieldsOf(openapi, bodySchema(openapi, answer) ?? {})
  const description = prose(answer.description)
  if (fields.length === 0) return `<p class="answer"><b>${escaped(status)}</b> ${description}</p>`
  return answerTable(`Response ${escaped(status)} <span>${description}</span>`, fields)
}

function errorName(openapi: OpenapiDocument, answer: DocumentedResponse): string {
  const error = definedError(openapi, answer)
  const name = error ? `${error.status} ${error.code}` : resolved(openapi, answer).description
  return `<span>${prose(name)}</span>`
}

function answerTable(caption: string, fields: readonly Field[]): string {
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

/** As JSON, so that an amount shows to be a string. */
const exampleValue = ({ examples = [] }: Schema): string =>
  examples.length > 0 ? code(JSON.stringify(examples[0])) : ''
