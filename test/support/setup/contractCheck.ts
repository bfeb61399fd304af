/**
 * Checks every reply that a test receives against the OpenAPI document, so no test can forget to. A reply with an
 * unknown status, an unknown field, a missing header or another shape of body fails the test that got it.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openapiDocument } from '../../../src/contract/openapi.ts'

interface JsonObject {
  [name: string]: unknown
}

const document = closed(openapiDocument()) as JsonObject & {
  paths: Record<string, Record<string, { responses: JsonObject }>>
}
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, 'openapi')

/** Replies may gain fields in later versions; in this version they have exactly these. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]))
  return 'properties' in copy && copy.type === 'object' && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy
}

/** Made once: a run checks a hundred thousand replies. */
const templates = Object.keys(document.paths).map(template => ({
  template,
  pattern: new RegExp(`^/v1${template.replace('{id}', '[^/]+')}$`),
}))

/** Node's own, before it is replaced by the checked one. */
export const plainFetch = globalThis.fetch

export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await plainFetch(input, init)
  const method = (init?.method ?? 'GET').toUpperCase()
  await checkReply(method, new URL(String(input)).pathname, response.clone())
  return response
}

export async function checkReply(method: string, pathname: string, response: Response): Promise<void> {
  const where = `${method} ${pathname} answered ${response.status}`
  if (!response.headers.get('request-id')?.startsWith('req_'))
    throw new Error(`${where} without a Request-Id`)
  const text = await response.text()
  if (response.status === 204 || response.status === 304 || method === 'HEAD') {
    if (text !== '') throw new Error(`${where} with a body`)
    return
  }
  if (!pathname.startsWith('/v1') && response.status < 400) return
  if (!/^application\/json\b/.test(response.headers.get('content-type') ?? '')) {
    throw new Error(`${where} with the type ${response.headers.get('content-type')}`)
  }
  if (pathname === '/v1/openapi.json' && response.ok) return
  validate(pointerFor(method, pathname, response.status), JSON.parse(text), where)
}

/** The schema for a reply: that of the operation and status, or else the shape of any other error. */
function pointerFor(method: string, pathname: string, status: number): string {
  const template = templates.find(({ pattern }) => pattern.test(pathname))?.template
  const responses = template && document.paths[template]?.[method.toLowerCase()]?.responses
  const named = responses ? (responses[status] as JsonObject | undefined) : undefined
  if (named && template) {
    const base =
      '$ref' in named
        ? String(named.$ref)
        : `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`
    return `${base}/content/application~1json/schema`
  }
  if (status < 400)
    throw new Error(`${method} ${pathname} answered ${status}, which the contract does not have`)
  // A refusal without an operation, such as 401 for an unknown path, still has the shape of its status.
  const shared: Record<number, string> = { 401: 'Unauthorized', 429: 'TooManyRequests' }
  return `#/components/responses/${shared[status] ?? 'OtherError'}/content/application~1json/schema`
}

const escaped = (path: string): string => encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))

function validate(pointer: string, body: unknown, where: string): void {
  const check = ajv.getSchema(`openapi${pointer}`) ?? ajv.compile({ $ref: `openapi${pointer}` })
  if (check(body)) return
  const mistakes = (check.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'body'} ${message}`,
  )
  throw new Error(
    `${where} against the contract: ${mistakes.join('; ')}\n${JSON.stringify(body).slice(0, 2000)}`,
  )
}
