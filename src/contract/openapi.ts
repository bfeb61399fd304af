/** The OpenAPI 3.1 document, generated entirely from the operations. Nothing is patched in afterwards. */
import type * as z from 'zod'
import { type DefinedErrorCode, definedErrorBody, definedErrors, undefinedErrorBody } from './errors.ts'
import { codeSamples } from './openapi/codeSamples.ts'
import { type Json, jsonSchema } from './openapi/jsonSchema.ts'
import { type OtherError, otherErrors, otherErrorsOf } from './openapi/otherErrors.ts'
import { jsonContent, requestExample, sampleValues } from './openapi/samples.ts'
import { type Operation, pathId, tagDescriptions } from './operation.ts'
import { operations } from './operations.ts'
import { scopeDescriptions } from './scopes.ts'

export const documentVersion = '1.0.0'
export const idempotencyKeyLengthMax = 255

const responseNames: Record<DefinedErrorCode, string> = {
  BAD_REQUEST: 'BadRequest',
  UNAUTHORIZED: 'Unauthorized',
  FORBIDDEN: 'Forbidden',
  NOT_FOUND: 'NotFound',
  TOO_MANY_REQUESTS: 'TooManyRequests',
}

export function openapiDocument(): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const operation of Object.values<Operation>(operations)) {
    paths[operation.path] ??= {}
    Object.assign(paths[operation.path] ?? {}, {
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    })
  }
  const responses = errorResponses(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workspace Banking Data API',
      version: documentVersion,
      summary: 'The companies, accounts, transactions, categories, bills and payees of one workspace.',
      description: introduction(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1', description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `florin_` followed by 40 letters and digits.',
        },
      },
      headers: commonHeaders,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

function introduction(): string {
  const rows = Object.entries(scopeDescriptions).map(([scope, grants]) => `| \`${scope}\` | ${grants} |`)
  return [
    'Money is a decimal string, never a float. Instants are RFC 3339 in UTC, dates are YYYY-MM-DD, ids are opaque.',
    'A key sees exactly one workspace. A query parameter with an empty value counts as not given.',
    '',
    '| Scope | Grants |',
    '|---|---|',
    ...rows,
  ].join('\n')
}

const commonHeaders = {
  'Request-Id': { description: "Identifies this request in the service's log.", schema: { type: 'string' } },
  'RateLimit-Limit': {
    description: 'Number of requests that a key may make at once.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'Requests left at the moment.', schema: { type: 'integer' } },
  'RateLimit-Reset': {
    description: 'Seconds until the limit is fully restored.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
  ETag: { description: 'Version of this response, for If-None-Match.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
}

function headers(...names: (keyof typeof commonHeaders)[]): Json {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}

const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

function describeOperation(operation: Operation, schemas: Json): Json {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    'x-required-scopes': [...operation.scopes],
    'x-codeSamples': codeSamples(operation, sampleValues(operation, schemas)),
    parameters: parameters(operation, schemas),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: jsonSchema(operation.body, schemas, 'input'),
            example: requestExample(operation, schemas),
          },
        },
      },
    }),
    responses: {
      [operation.success.status]: successResponse(operation, schemas),
      ...(operation.method === 'GET' && {
        304: { description: 'Nothing has changed since the response whose ETag was sent as If-None-Match.' },
      }),
      ...Object.fromEntries(
        Object.entries(definedErrors).map(([code, { status }]) => [
          status,
          { $ref: `#/components/responses/${responseNames[code as DefinedErrorCode]}` },
        ]),
      ),
      ...Object.fromEntries(
        otherErrorsOf(operation).map(name => [otherErrors[name].status, otherError(operation, name)]),
      ),
      default: { $ref: '#/components/responses/OtherError' },
    },
  }
}

/** An operation's own conflicts are described with it. */
function otherError({ conflict }: Operation, name: keyof typeof otherErrors): Json {
  const { status, code, message } = otherErrors[name]
  if (name !== 'Conflict') return { $ref: `#/components/responses/${name}` }
  return {
    description: conflict,
    headers: headers('Request-Id'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/OtherError' },
        example: { defined: false, code, status, message },
      },
    },
  }
}

function successResponse({ method, idempotent, success }: Operation, schemas: Json): Json {
  return {
    description: success.description,
    headers: headers(
      'Request-Id',
      ...rateHeaders,
      ...(method === 'GET' ? (['ETag'] as const) : []),
      ...(idempotent ? (['Idempotency-Replayed'] as const) : []),
    ),
    ...(success.schema && { content: jsonContent(jsonSchema(success.schema, schemas, 'output'), schemas) }),
  }
}

function parameters(operation: Operation, schemas: Json): Json[] {
  const list: Json[] = []
  if (operation.path.includes('{id}')) {
    list.push({ name: 'id', in: 'path', required: true, ...parameterSchema(pathId, schemas) })
  }
  for (const [name, schema] of Object.entries(operation.query?.shape ?? {})) {
    list.push({
      name,
      in: 'query',
      required: false,
      allowEmptyValue: true,
      ...parameterSchema(schema, schemas),
    })
  }
  if (operation.idempotent) {
    list.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Makes a retry safe: for 24 hours, the same key and body return the first response again.',
      schema: { type: 'string', minLength: 1, maxLength: idempotencyKeyLengthMax },
    })
  }
  return list
}

/** In OpenAPI, a parameter's description is next to its schema, not inside it. */
function parameterSchema(type: z.core.$ZodType, schemas: Json): Json {
  const { description, ...schema } = jsonSchema(type, schemas, 'output')
  return {
    ...(description !== undefined && { description }),
    // A list is one parameter with commas, not a repeated parameter.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }
}

function errorResponses(schemas: Json): Json {
  const responses: Json = {}
  for (const [code, { condition }] of Object.entries(definedErrors)) {
    const waits = code === 'TOO_MANY_REQUESTS' ? (['Retry-After'] as const) : []
    responses[responseNames[code as DefinedErrorCode]] = {
      description: condition,
      headers: headers('Request-Id', ...waits),
      content: jsonContent(errorSchema(code as DefinedErrorCode, schemas), schemas),
    }
  }
  const schema = jsonSchema(undefinedErrorBody, schemas, 'output')
  for (const [name, error] of Object.entries<OtherError>(otherErrors)) {
    if (name === 'Conflict') continue
    const { status, description, code, message, waits } = error
    responses[name] = {
      description,
      headers: headers('Request-Id', ...(waits ? (['Retry-After'] as const) : [])),
      content: { 'application/json': { schema, example: { defined: false, code, status, message } } },
    }
  }
  responses.OtherError = {
    description: 'Any other error; `defined` is false.',
    headers: headers('Request-Id'),
    content: { 'application/json': { schema } },
  }
  return responses
}

function errorSchema(code: DefinedErrorCode, schemas: Json): Json {
  const defined = jsonSchema(definedErrorBody(code), schemas, 'output')
  // Two statuses have another error too: a malformed request (400) and a key used from outside its networks (403).
  return code === 'BAD_REQUEST' || code === 'FORBIDDEN'
    ? { oneOf: [defined, jsonSchema(undefinedErrorBody, schemas, 'output')] }
    : defined
}
