import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { operations as contract } from '../../src/contract/operations.ts'
import { directApp } from '../http/replies/directApp.ts'
import { freshStore } from '../support/stores.ts'

interface Json {
  [name: string]: unknown
}

interface Described {
  operationId: string
  tags: string[]
  summary: string
  'x-required-scopes': string[]
  parameters: { name: string; in: string; required: boolean; allowEmptyValue?: boolean; schema: Json }[]
  responses: Record<string, Json>
}

interface ErrorResponse {
  headers: Json
  content: { 'application/json': { schema: Json } }
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const committed = readFileSync(`${root}openapi.json`, 'utf8')
const document = JSON.parse(committed) as Json & {
  info: Json
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Json; responses: Record<string, ErrorResponse>; securitySchemes: Json }
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)
const named = operations.map(
  ({ method, path, operation }) => [`${method.toUpperCase()} ${path}`, operation] as const,
)

describe('the committed openapi.json', () => {
  test('matches the contract (npm run openapi updates it)', () => {
    expect(committed).toBe(`${JSON.stringify(openapiDocument(), null, 2)}\n`)
  })

  test('is the document the service serves', async () => {
    const store = await freshStore('postgres')
    try {
      const reply = await directApp(store.db, { clock: () => 0 }).ask('/v1/openapi.json')
      expect(reply.headers.get('content-type')).toBe('application/json')
      expect(await reply.json()).toEqual(document)
    } finally {
      await store.remove()
    }
  })

  test('passes the linter without errors or warnings', () => {
    const { status, stdout, stderr } = spawnSync(
      `${root}node_modules/.bin/redocly`,
      ['lint', 'openapi.json', '--format=json'],
      {
        cwd: root,
        encoding: 'utf8',
        timeout: 25_000,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
      },
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    const { totals } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { totals: Json }
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  })
})

describe('the document', () => {
  test('is OpenAPI 3.1, document version 1.0.0, with the version in the base path', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info.version).toBe('1.0.0')
    expect(document.servers).toMatchObject([{ url: '/v1' }])
  })

  test('has a bearer key as its only security scheme, for every operation', () => {
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: 'http', scheme: 'bearer', description: expect.any(String) },
    })
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(operations.filter(({ operation }) => 'security' in operation)).toEqual([])
  })

  test('has every operation of the contract once, and with it those of the specification', () => {
    const named = operations.map(
      ({ method, path, operation }) => `${method} ${path} ${operation.operationId}`,
    )
    const contracted = Object.values(contract).map(
      ({ method, path, id }) => `${method.toLowerCase()} ${path} ${id}`,
    )
    expect(named.toSorted()).toEqual(contracted.toSorted())
    expect(named.filter(name => specified.includes(name))).toEqual(specified)
  })

  /** In the order of the document. */
  const specified = [
    'get /workspace getWorkspace',
    'get /companies listCompanies',
    'get /accounts listAccounts',
    'get /accounts/{id} getAccount',
    'get /transactions listTransactions',
    'get /transactions/{id} getTransaction',
    'get /categories listCategories',
    'get /bills listBills',
    'get /bills/{id} getBill',
    'get /payees listPayees',
    'post /payees createPayee',
    'get /payees/{id} getPayee',
    'patch /payees/{id} updatePayee',
    'delete /payees/{id} deletePayee',
  ]

  test.each(named)('%s has a known tag, a summary and its required scopes', (_, operation) => {
    const known = document.tags.map(({ name }) => name)
    expect(operation.tags).toHaveLength(1)
    expect(operation.tags.filter(tag => !known.includes(tag))).toEqual([])
    expect(operation.summary).not.toBe('')
    expect(operation['x-required-scopes']).toBeInstanceOf(Array)
  })

  test.each(named)('%s declares the five errors', (_, operation) => {
    const expected = {
      400: 'BadRequest',
      401: 'Unauthorized',
      403: 'Forbidden',
      404: 'NotFound',
      429: 'TooManyRequests',
    }
    for (const [status, name] of Object.entries(expected)) {
      expect(operation.responses[status]).toEqual({ $ref: `#/components/responses/${name}` })
    }
  })

  test('defines the five errors with their code and status, and the data of FORBIDDEN', () => {
    const shapes = Object.fromEntries(
      Object.entries(document.components.responses).map(([name, response]) => [name, definedShape(response)]),
    )
    expect(shapes).toMatchObject({
      BadRequest: { defined: true, code: 'BAD_REQUEST', status: 400 },
      Unauthorized: { defined: true, code: 'UNAUTHORIZED', status: 401 },
      Forbidden: { defined: true, code: 'FORBIDDEN', status: 403 },
      NotFound: { defined: true, code: 'NOT_FOUND', status: 404 },
      TooManyRequests: { defined: true, code: 'TOO_MANY_REQUESTS', status: 429 },
      OtherError: { defined: false },
    })
    expect(shapes.Forbidden?.data).toMatchObject({ required: ['requiredScopes'] })
    expect(document.components.responses.TooManyRequests?.headers).toHaveProperty('Retry-After')
  })

  test.each(named)('%s allows every query parameter to be empty or missing', (_, operation) => {
    const query = operation.parameters.filter(parameter => parameter.in === 'query')
    expect(query.filter(({ required, allowEmptyValue }) => required || allowEmptyValue !== true)).toEqual([])
    const inPath = operation.parameters.filter(parameter => parameter.in === 'path')
    expect(
      inPath.filter(({ name, required, schema }) => name !== 'id' || !required || schema.minLength !== 1),
    ).toEqual([])
  })

  test('has exactly the query parameters of the lists', () => {
    const taken = operations
      .map(({ path, operation }) => [path, operation.parameters.filter(each => each.in === 'query')] as const)
      .filter(([, parameters]) => parameters.length > 0)
      .map(([path, parameters]) => [path, parameters.map(({ name }) => name).sort()])
    const filters = [
      ...[
        'companyId',
        'currency',
        'cursor',
        'limit',
        'maxAmount',
        'minAmount',
        'q',
        'status',
        'updatedAfter',
      ],
    ]
    expect(Object.fromEntries(taken)).toMatchObject({
      '/companies': ['companyId'],
      '/accounts': ['companyId'],
      '/payees': ['companyId'],
      '/bills': [...filters, 'dueFrom', 'dueTo'].sort(),
      '/transactions': [
        ...filters,
        'accountId',
        'categoryId',
        'dateFrom',
        'dateTo',
        'ownTransfers',
        'side',
      ].sort(),
    })
    // A figure and its list take the same filters.
    const { '/transactions': ofList = [], '/transaction-summary': ofSums = [] } = Object.fromEntries(taken)
    const notSummed = ['cursor', 'updatedAfter']
    expect(ofSums).toEqual([...ofList.filter((name: string) => !notSummed.includes(name)), 'by'].sort())
  })

  test('states the bounds and the default of limit', () => {
    for (const { operation } of operations) {
      for (const { name, schema } of operation.parameters) {
        // A summary has groups, not rows of a page.
        if (name !== 'limit' || operation.operationId === 'summarizeTransactions') continue
        expect(schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 50 })
      }
    }
  })
})

describe('the schemas', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
  formats.default(ajv)
  // Ajv's strict mode would reject the OpenAPI keywords around the schemas.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'openapi')

  /** JSON pointers to all schemas of the document: the named ones, and those under a `schema` key. */
  const pointers = [
    ...Object.keys(document.components.schemas).map(name => `#/components/schemas/${name}`),
    ...pointersTo(document, 'schema'),
  ]

  test.each(pointers)('%s is JSON Schema 2020-12', pointer => {
    expect(ajv.validateSchema(at(pointer) as Json), ajv.errorsText()).toBe(true)
    expect(() => ajv.compile({ $ref: `openapi${pointer}` })).not.toThrow()
  })

  test('have only valid examples', () => {
    const holders = pointersTo(document, 'examples').map(pointer => pointer.replace(/\/examples$/, ''))
    expect(holders.length).toBeGreaterThan(50)
    const invalid = holders.filter(pointer => {
      const check = ajv.compile({ $ref: `openapi${pointer}` })
      const { examples } = at(pointer) as { examples: unknown[] }
      return examples.length === 0 || !examples.every(example => check(example))
    })
    expect(invalid).toEqual([])
  })

  test('of the resources require every field', () => {
    for (const name of ['Workspace', 'Company', 'Account', 'Transaction', 'Category', 'Bill', 'Payee']) {
      const { properties, required } = document.components.schemas[name] as {
        properties: Json
        required: string[]
      }
      expect([...required].sort(), name).toEqual(Object.keys(properties).sort())
    }
  })
})

/** The value at a JSON pointer of the document. */
function at(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map(part => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as Json)[part], document)
}

/** JSON pointers to all keys called `word`, except properties of a schema that have this name. */
function pointersTo(node: unknown, word: string, pointer = '#'): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => {
    const here = `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
    const found = name === word && !pointer.endsWith('/properties') ? [here] : []
    return [...found, ...pointersTo(value, word, here)]
  })
}

/** The constants in the schema of an error. 400 has two shapes; this uses the defined one. */
function definedShape(response: ErrorResponse): Json {
  let { schema } = response.content['application/json']
  if (Array.isArray(schema.oneOf)) schema = schema.oneOf[0] as Json
  if (typeof schema.$ref === 'string') schema = at(schema.$ref) as Json
  const properties = schema.properties as Record<string, Json>
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, 'const' in each ? each.const : each]),
  )
}
