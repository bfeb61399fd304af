/** The reference of the client's methods as Markdown: operations from the contract, everything else from its sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../src/client/index.ts'
import { clientMethod } from '../../src/contract/openapi/codeSamples.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { root } from './files.ts'
import { fieldsIn, resultIn } from './plainTypes.ts'
import { memberComment, membersOf } from './sourceComments.ts'

const byMethod = new Map(Object.values<Operation>(operations).map(each => [clientMethod(each), each]))

/** Where methods that are not a single operation are described. */
const describedIn: Record<string, string> = {
  all: 'walk.ts',
  sync: 'walk.ts',
  follow: 'index.ts',
  mirror: 'index.ts',
}

/** The first block of JavaScript in the README. A test runs it. */
export function readmeScript(): string {
  const [, script] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  if (script === undefined) throw new Error('The README has no JavaScript.')
  return script
}

/** Every method of the client by its path, such as `transactions.list`. */
export function methodNames(): string[] {
  const client = createClient({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'any' })
  return Object.entries(client)
    .flatMap(([name, member]) =>
      typeof member === 'function' ? [name] : Object.keys(member).map(each => `${name}.${each}`),
    )
    .sort((a, b) => placeOf(a) - placeOf(b))
}

/** Resources in the order of the document, the methods of the client itself last. */
function placeOf(method: string): number {
  const [resource = ''] = method.split('.')
  const at = [...byMethod.keys()].findIndex(each => each.startsWith(`${resource}.`))
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

export function clientReference(): string {
  const parts = [introduction()]
  let resource = ''
  for (const method of methodNames()) {
    const [first = '', second] = method.split('.')
    if (second !== undefined && first !== resource) parts.push(`### \`${first}\``)
    resource = first
    const operation = byMethod.get(method)
    parts.push(operation ? describeOperation(method, operation) : describeOther(method, second ?? first))
  }
  parts.push(
    '### `Mirror`',
    'What `mirror` returns.',
    membersOf('mirror/mirror.ts', 'class Mirror').map(describeMember).join('\n'),
    '## Options and results',
    ...['http.ts ClientOptions', 'call.ts RequestOptions', 'follow.ts FollowOptions', 'follow.ts ChangesPage']
      .concat([
        'mirror/mirror.ts MirrorOptions',
        'mirror/store.ts MirrorStore',
        'mirror/report.ts MirrorReport',
      ])
      .map(describeInterface),
    '## Errors',
    ...['FlorinError', 'FlorinConnectionError'].map(name => describeMembers('errors.ts', name, 'class')),
  )
  return `${parts.join('\n\n')}\n`
}

const introduction = (): string => `# florin-client

A typed client for Florin without dependencies. It needs only \`fetch\`: Node ≥ 20, Bun, Deno and browsers.

\`\`\`sh
npm run pack                                        # in the repository of Florin; makes the package
npm install ./florin-client-<version>.tgz           # in your project
\`\`\`

It is an ES module with declarations for TypeScript (\`moduleResolution\` \`node16\`, \`nodenext\` or \`bundler\`; the types of
\`fetch\` come from \`"lib": ["dom"]\` or \`@types/node\`).

\`\`\`js
${readmeScript()}\`\`\`

Requests wait for the key's rate limit by themselves. Reads are retried after 503 and failed connections, and so are writes that
have an \`idempotencyKey\`. Every method takes \`RequestOptions\` last.

This page is written by \`npm run openapi\`.

## Methods`

function describeOperation(method: string, operation: Operation): string {
  const { path, query, body, idempotent, summary, description, scopes, success } = operation
  const given = [
    ...(path.includes('{id}') ? ['id'] : []),
    ...(query && Object.keys(query.shape).length > 0 ? ['query?'] : []),
    ...(body ? ['body'] : []),
    'options?',
  ]
  const result = success.schema === undefined ? 'undefined' : resultIn(success.schema)
  const fields = [...(query ? fieldsIn(query, 'output', true) : []), ...(body ? fieldsIn(body, 'input') : [])]
  const text = [
    `#### \`${method}(${given.join(', ')})\``,
    `${summary}. ${description ?? ''}`.trim(),
    [
      `- Sends \`${operation.method} ${path}\`${scopes.length > 0 ? `, needs \`${scopes.join('`, `')}\`` : ''}`,
      ...(idempotent
        ? ['- `options.idempotencyKey` makes a retry safe: the same key and body return the first response']
        : []),
      `- Returns \`${result}\``,
    ].join('\n'),
  ]
  const rows = fields.map(
    ({ name, type, description: what = '' }) =>
      `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` | ${what} |`,
  )
  if (rows.length > 0) text.push(['| name | type | |', '| --- | --- | --- |', ...rows].join('\n'))
  return text.join('\n\n')
}

function describeOther(method: string, name: string): string {
  const file = describedIn[name]
  if (file === undefined) throw new Error(`Nothing says what the client's method ${method} does.`)
  const given = { follow: 'options?', mirror: 'store, options?' }[name] ?? 'query?, options?'
  const text = memberComment(file, name)
  return name === method
    ? `### \`${method}(${given})\`\n\n${text}`
    : `#### \`${method}(${given})\`\n\n${text} The filters are those of \`${method.split('.')[0]}.list\`.`
}

const describeMember = ({ text, comment }: { text: string; comment: string }): string =>
  `- \`${text}\`${comment === '' ? '' : `: ${comment}`}`

function describeInterface(place: string): string {
  const [file = '', name = ''] = place.split(' ')
  return describeMembers(file, name, 'interface')
}

const describeMembers = (file: string, name: string, kind: 'class' | 'interface'): string =>
  `### \`${name}\`\n\n${membersOf(file, `${kind} ${name}`).map(describeMember).join('\n')}`
