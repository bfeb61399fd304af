/** Programs that call an operation, as curl, TypeScript and Python. A test runs each of them against the service. */
import type { Operation } from '../operation.ts'

export interface CodeSample {
  lang: 'Shell' | 'TypeScript' | 'Python'
  label: string
  source: string
}

/** The service's default address. */
export const sampleBaseUrl = 'http://127.0.0.1:8080/v1'
/** The samples read the key from the environment and never contain one. */
export const keyVariable = 'FLORIN_API_KEY'
export const authorization = `-H "Authorization: Bearer $${keyVariable}"`

export interface SampleValues {
  /** For an operation with an id in its path. */
  id: string
  /** Parameters that have a default. */
  query: Readonly<Record<string, unknown>>
  /** Undefined for an operation without a body. */
  body: unknown
}

export const codeSamples = (operation: Operation, values: SampleValues): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curlSample(operation, values) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(operation, values) },
  { lang: 'Python', label: 'Python', source: pythonSample(operation, values) },
]

function addressOf({ path }: Operation, { id, query }: SampleValues): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return `${sampleBaseUrl}${path.replace('{id}', id)}${search.length === 0 ? '' : `?${search.join('&')}`}`
}

/** `reference/browser/call.js` produces the same command from an untouched form. */
function curlSample(operation: Operation, values: SampleValues): string {
  const { method } = operation
  const words = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${authorization}`]
  if (values.body !== undefined) {
    const quoted = indented(values.body).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')
    words.push("-H 'Content-Type: application/json'", `-d '${quoted}'`)
  }
  return [...words, `'${addressOf(operation, values)}'`].join(' \\\n  ')
}

function typescriptSample(operation: Operation, { id, query, body }: SampleValues): string {
  const given = [
    ...(operation.path.includes('{id}') ? [literal(id)] : []),
    ...(Object.keys(query).length === 0 ? [] : [literal(query)]),
    ...(body === undefined ? [] : [literal(body)]),
  ]
  const call = `florin.${clientMethod(operation)}(${given.join(', ')})`
  return [
    "import { createClient } from 'florin-client'",
    '',
    'const florin = createClient({',
    `  baseUrl: '${sampleBaseUrl}',`,
    `  apiKey: ${['process', 'env', keyVariable].join('.')} ?? '',`,
    '})',
    operation.success.schema === undefined ? `await ${call}` : `console.log(await ${call})`,
  ].join('\n')
}

/** The client's method: the resource is the first part of the path, and the method the first word of the id. */
export function clientMethod({ id, path, clientMethod: named }: Operation): string {
  return named ?? `${path.split('/')[1]}.${/^[a-z]+/.exec(id)?.[0]}`
}

function pythonSample(operation: Operation, values: SampleValues): string {
  const { method, success } = operation
  const hasBody = values.body !== undefined
  const key = `"Authorization": f"Bearer {os.environ['${keyVariable}']}"`
  return [
    `import ${hasBody || success.schema !== undefined ? 'json\nimport ' : ''}os`,
    'import urllib.request',
    '',
    ...(hasBody ? [`body = ${pythonValue(values.body)}`] : []),
    'request = urllib.request.Request(',
    `    "${addressOf(operation, values)}",`,
    `    method="${method}",`,
    `    headers={${key}${hasBody ? ', "Content-Type": "application/json"' : ''}},`,
    ...(hasBody ? ['    data=json.dumps(body).encode(),'] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    success.schema === undefined ? '    print(response.status)' : '    print(json.load(response))',
  ].join('\n')
}

/** As JavaScript is usually written. */
const literal = (value: unknown): string =>
  indented(value)
    .replace(/"(\w+)": /g, '$1: ')
    .replace(/"([^"'\\]*)"/g, "'$1'")

const indented = (value: unknown): string => JSON.stringify(value, null, 2)

/** The samples' values are texts and objects of texts, which Python writes like JSON. */
const pythonValue = (value: unknown): string => JSON.stringify(value, null, 4)
