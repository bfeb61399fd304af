/** The OpenAPI 3.1 document, generated entirely from the operations. Nothing is patched in afterwards. */
import { z } from 'zod'
import { type DefinedErrorCode, definedErrorBody, definedErrors, undefinedErrorBody } from './errors.ts'
import { type Operation, pathId, tagDescriptions } from './operation.ts'
import { operations } from './operations.ts'
import { scopeDescriptions } from './scopes.ts'

type Json = Record<string, unknown>

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
    parameters: parameters(operation, schemas),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(operation.body, schemas, 'input') } },
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
      default: { $ref: '#/components/responses/OtherError' },
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
    ...(success.schema && {
      content: { 'application/json': { schema: jsonSchema(success.schema, schemas, 'output') } },
    }),
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
      content: { 'application/json': { schema: errorSchema(code as DefinedErrorCode, schemas) } },
    }
  }
  responses.OtherError = {
    description: 'Any other error; `defined` is false.',
    headers: headers('Request-Id'),
    content: { 'application/json': { schema: jsonSchema(undefinedErrorBody, schemas, 'output') } },
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

/** The JSON Schema of a zod type. Types with an id are added to `schemas` and referenced. */
function jsonSchema(type: z.core.$ZodType, schemas: Json, io: 'input' | 'output'): Json {
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
