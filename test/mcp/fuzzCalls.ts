/** Odd messages for POST /mcp, the same for the same seed. */
import { operations } from '../../src/contract/operations.ts'
import { type RandomStream, randomStream } from '../../src/demo/random.ts'
import { awkwardTexts } from '../support/texts/awkwardTexts.ts'
import { post } from './clients.ts'

export interface FuzzCall {
  body: string
  headers: Record<string, string>
}

const toolNames = Object.keys(operations).map(id => id.replace(/[A-Z]/g, each => `_${each.toLowerCase()}`))
const parameterNames = [
  ...[
    'id',
    'companyId',
    'accountId',
    'categoryId',
    'limit',
    'cursor',
    'by',
    'status',
    'side',
    'dateFrom',
    'dateTo',
  ],
  ...[
    'updatedAfter',
    'resources',
    'from',
    'ownTransfers',
    'currency',
    'minAmount',
    'q',
    'wait',
    '__proto__',
    'constructor',
    'toString',
    '',
  ],
]
const words = [
  ...[
    'booked',
    'credit',
    'month',
    'month,category',
    'counterparty',
    'now',
    'transaction,bill',
    'exclude',
    '2026-01-31',
  ],
  ...[
    '2026-02-30',
    '9999-12-31',
    '0001-01-01',
    '2026-01-01T00:00:00Z',
    '1',
    '100',
    '1000',
    '-1',
    '1e9',
    'null',
    '..',
    '%',
  ],
  ...[
    '\ud800',
    '\0',
    '\u202e',
    '',
    ' ',
    'txn_1',
    '../../etc/passwd',
    "' or 1=1 --",
    '$1',
    '?',
    '{}',
    '__proto__',
  ],
]
const methods = [
  ...[
    'tools/list',
    'initialize',
    'ping',
    'notifications/initialized',
    'notifications/cancelled',
    'resources/list',
  ],
  ...[
    'prompts/get',
    'subscriptions/listen',
    'server/discover',
    'logging/setLevel',
    'completion/complete',
    'tasks/list',
    '',
  ],
]
const versions = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '1.0',
  '',
  'x'.repeat(300),
]

export function* fuzzCalls(seed: string, ids: readonly string[]): Generator<FuzzCall, never, undefined> {
  const random = randomStream(seed)
  const long = awkwardTexts(3_000).map(([, text]) => text)
  const value = (depth = 0): unknown => {
    const kind = random.below(depth > 2 ? 7 : 10)
    if (kind < 3) return random.pick(words)
    if (kind === 3) return random.pick(ids)
    if (kind === 4) return random.pick([0, 1, 50, 100, 101, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER])
    if (kind === 5) return random.pick([true, false, null])
    if (kind === 6) return random.pick(long)
    if (kind === 7) return Array.from({ length: random.below(5) }, () => value(depth + 1))
    return Object.fromEntries(Array.from({ length: random.below(4) }, () => [name(random), value(depth + 1)]))
  }
  const args = () =>
    Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(parameterNames), value()]))
  for (;;) {
    const modern = random.percent(40)
    const meta = modern && {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': random.percent(90) ? '2026-07-28' : random.pick(versions),
        'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': random.percent(90) ? {} : value(),
      },
    }
    const isCall = random.percent(80)
    const tool = random.percent(95) ? random.pick(toolNames) : random.pick(words)
    const method = isCall ? 'tools/call' : random.pick(methods)
    const params = isCall
      ? { name: tool, arguments: random.percent(95) ? args() : value(), ...meta }
      : { ...(args() as object), ...meta }
    const message: Record<string, unknown> = {
      jsonrpc: random.percent(97) ? '2.0' : value(),
      id: random.percent(90) ? random.below(1000) : value(),
      method: random.percent(98) ? method : value(),
      params: random.percent(97) ? params : value(),
    }
    if (random.percent(4)) delete message[random.pick(['id', 'params', 'method', 'jsonrpc'])]
    const text = JSON.stringify(random.percent(2) ? [message] : message)
    const headers: Record<string, string> = modern
      ? { 'Mcp-Protocol-Version': '2026-07-28', 'Mcp-Method': method, 'Mcp-Name': headerSafe(tool) }
      : {}
    if (random.percent(5)) headers['Mcp-Protocol-Version'] = random.pick(versions)
    if (random.percent(3)) headers.Accept = random.pick(['*/*', 'text/html', ''])
    if (random.percent(2))
      headers['Content-Type'] = random.pick(['text/plain', 'application/json; charset=latin1'])
    yield { body: random.percent(2) ? text.slice(0, random.below(text.length + 1)) : text, headers }
  }
}

const name = (random: RandomStream): string => random.pick(parameterNames)

const headerSafe = (text: string): string => text.replace(/[^\x20-\x7e]/g, '')

export interface FuzzTally {
  statuses: Record<number, number>
  /** Calls that returned rows or sums: without these, the run would have tested nothing. */
  results: number
  findings: string[]
}

/** Any 5xx is a finding, and so is a reply that is not JSON. */
export async function sendFuzzCalls(
  url: string,
  secret: string,
  calls: Iterator<FuzzCall>,
  count: number,
): Promise<FuzzTally> {
  const tally: FuzzTally = { statuses: {}, results: 0, findings: [] }
  for (let sent = 0; sent < count; sent += 1) {
    const { value } = calls.next()
    const call = value as FuzzCall
    const reply = await post(url, secret, call.body, call.headers)
    const text = await reply.text()
    tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1
    const isJson = text === '' || /^application\/json/.test(reply.headers.get('content-type') ?? '')
    if (reply.status >= 500 || !isJson) {
      tally.findings.push(`${reply.status} ${text.slice(0, 300)} for ${JSON.stringify(call).slice(0, 2000)}`)
    }
    if (text.includes('"structuredContent"')) tally.results += 1
  }
  return tally
}
