/** `npm run faults -- mcp N`: N odd calls of /mcp, and exact sums over 100,000 random transactions. */
import { createClient } from '../../src/client/index.ts'
import { type SummaryKey, summaryGroupsMax } from '../../src/contract/transactionSummary.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import { post, toolCall } from '../../test/mcp/clients.ts'
import { fuzzCalls, sendFuzzCalls } from '../../test/mcp/fuzzCalls.ts'
import { exactSums, inTextOrder, randomTransactions } from '../../test/support/sums/randomTransactions.ts'
import { openPlace } from '../drill/place.ts'
import type { StoreName } from '../support/store.ts'

const transactionCount = 100_000
const clients = 4
const choices: SummaryKey[][] = [
  ['month'],
  ['category'],
  ['account'],
  ['counterparty'],
  ['month', 'category'],
]

export async function mcp(count: number, stores: readonly StoreName[], seed: number): Promise<boolean> {
  process.stdout.write(`seed ${seed}\n`)
  let findings = 0
  for (const store of stores) {
    for (const text of await findingsOn(store, Math.ceil(count / stores.length), seed)) {
      findings += 1
      process.stdout.write(`${store}: ${text}\n`)
    }
  }
  process.stdout.write(`${count} calls, seed ${seed}: ${findings === 0 ? 'ok' : `${findings} findings`}\n`)
  return findings === 0
}

async function findingsOn(store: StoreName, count: number, seed: number): Promise<string[]> {
  const { api, load, index, key } = await openPlace(store)
  const url = api.replace(/\/v1$/, '')
  const file = randomTransactions(transactionCount, `sums ${seed}`)
  const rows = file.transactions ?? []
  await load(file)
  // Until then, sums of a search are a 503 that asks to try again.
  await index()
  const secret = await key(file)
  process.stdout.write(`${store}: ${rows.length} transactions loaded\n`)
  const wrong = await wrongSums(url, secret, rows)
  process.stdout.write(`${store}: ${choices.length} summaries compared\n`)
  const ids = rows.slice(0, 20).map(({ id }) => id)
  const runs = Array.from({ length: clients }, (_, client) =>
    sendFuzzCalls(url, secret, fuzzCalls(`${seed} ${client}`, ids), Math.ceil(count / clients)),
  )
  const tallies = await Promise.all(runs)
  const results = tallies.reduce((sum, each) => sum + each.results, 0)
  const dead = results < count / 20 ? [`only ${results} calls had a result`] : []
  process.stdout.write(
    `${store}: ${results} calls with a result; statuses ${JSON.stringify(tallies.map(each => each.statuses))}\n`,
  )
  return [...wrong, ...dead, ...tallies.flatMap(each => each.findings)]
}

/** The sums of the tool and of the API, compared with those added up one by one. */
async function wrongSums(url: string, secret: string, rows: readonly Transaction[]): Promise<string[]> {
  const booked = rows.filter(({ status }) => status === 'booked')
  const client = createClient({ baseUrl: `${url}/v1`, apiKey: secret })
  const wrong: string[] = []
  for (const by of choices) {
    const { groups, totals } = exactSums(booked, by)
    const found = await client.transactions.summarize({ by, limit: summaryGroupsMax })
    const all = new Set(inTextOrder(groups))
    if (inTextOrder(found.data).some(each => !all.has(each))) wrong.push(`a sum by ${by} differs`)
    if (found.groups !== groups.length) wrong.push(`the number of groups by ${by} differs`)
    if (String(inTextOrder(found.totals)) !== String(inTextOrder(totals)))
      wrong.push(`a total by ${by} differs`)
    const reply = await post(url, secret, toolCall('summarize_transactions', { by, limit: summaryGroupsMax }))
    const { result } = (await reply.json()) as { result: { structuredContent: typeof found } }
    if (JSON.stringify(result.structuredContent.totals) !== JSON.stringify(found.totals)) {
      wrong.push(`the tool's totals by ${by} differ`)
    }
  }
  return wrong
}
