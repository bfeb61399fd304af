/** A call to the public API as code. The key comes from the environment: it is never shown here. */
export interface CallShown {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Without /v1, as in the contract, with the id in place: /bills/bil_1. */
  path: string
  query?: Record<string, string | number | readonly string[] | undefined>
  body?: unknown
}

const givenQuery = (query: CallShown['query'] = {}) =>
  Object.entries(query).filter(
    (entry): entry is [string, string | number | readonly string[]] =>
      entry[1] !== undefined && entry[1] !== '',
  )

export function curlCode({ method, path, query, body }: CallShown): string {
  const parameters = new URLSearchParams(givenQuery(query).map(([name, value]) => [name, String(value)]))
  const address = `${location.origin}/v1${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  const lines = [
    method === 'GET' ? `curl ${shellText(address)}` : `curl -X ${method} ${shellText(address)}`,
    '-H "Authorization: Bearer $FLORIN_API_KEY"',
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellText(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** In single quotes, only the quote itself is special to the shell. */
const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const methodNames = { POST: 'create', PATCH: 'update', DELETE: 'delete' } as const

export function clientCode({ method, path, query, body }: CallShown): string {
  const [resource = '', id] = path.slice(1).split('/')
  const name = method !== 'GET' ? methodNames[method] : id || resource === 'workspace' ? 'get' : 'list'
  const filters = Object.fromEntries(givenQuery(query))
  const given = [
    id && codeText(id),
    body !== undefined && codeValue(body),
    Object.keys(filters).length > 0 && codeValue(filters),
  ].filter(Boolean)
  const call = `await florin.${resource}.${name}(${given.join(', ')})`
  return [
    "import { createClient } from 'florin-client'",
    '',
    'const florin = createClient({',
    `  baseUrl: ${codeText(`${location.origin}/v1`)},`,
    "  apiKey: process.env.FLORIN_API_KEY ?? '',",
    '})',
    '',
    method === 'DELETE' ? call : `const result = ${call}`,
  ].join('\n')
}

const codeText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** An object as TypeScript. */
function codeValue(value: unknown): string {
  if (typeof value === 'string') return codeText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const lines = Object.entries(value).map(([name, inner]) => `  ${name}: ${codeValue(inner)},`)
  return `{\n${lines.join('\n')}\n}`
}
