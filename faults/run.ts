/** The command line of the fault tests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clearAway, clearAwayOnSignals, isClearingAway } from '../bench/support/cleanup.ts'
import type { StoreName } from './support/store.ts'

const help = `npm run faults -- kills N [--store embedded|postgres|both] [--seed S]
    Kills service, workers, commands and database N times while clients write. No write may be lost or duplicated.
npm run faults -- webhooks N [--store embedded|postgres|both] [--seed S]
    Kills the sender of webhooks N times. No gap, nothing out of order, repetitions byte by byte.
npm run faults -- feed N [--store embedded|postgres|both] [--seed S] [--without NAME]
    Writers and followers of the change feed race until N rows were written. Every copy and digest must be exact.
    --without deletions, departures, returns, stamps or lock runs a wrong build, which must be noticed.
npm run faults -- fuzz N [--store embedded|postgres|both] [--seed S] [--findings FILE]
    Sends N odd requests over raw sockets. No 5xx, no stall of the event loop, flat memory.
npm run faults -- drill N [--store embedded|postgres|both] [--seed S]
    Runs Florin's client under each of the drill's faults with N seeds, and six wrong clients that must be caught.
npm run faults -- mcp N [--store embedded|postgres|both] [--seed S]
    Sends N odd calls to the tools for assistants, and compares sums over 100,000 transactions. No 5xx, exact sums.
npm run faults -- fuzz --replay FILE
    Sends the requests of a findings file again, one by one.
`

const seedMax = 2 ** 31

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      store: { type: 'string', default: 'both' },
      seed: { type: 'string' },
      findings: { type: 'string' },
      replay: { type: 'string' },
      without: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const [command, count] = positionals
  if (values.help || command === undefined) {
    process.stdout.write(help)
    return true
  }
  const stores = storesOf(values.store)
  const seed = values.seed === undefined ? Math.floor(Math.random() * seedMax) : whole(values.seed)
  if (command === 'kills') return await (await import('./kills/kills.ts')).kills(whole(count), stores, seed)
  if (command === 'mcp') return await (await import('./mcp/mcp.ts')).mcp(whole(count), stores, seed)
  if (command === 'drill') return await (await import('./drill/drill.ts')).drill(whole(count), stores, seed)
  if (command === 'webhooks') {
    return await (await import('./webhooks/webhooks.ts')).webhooks(whole(count), stores, seed)
  }
  if (command === 'feed')
    return await (await import('./feed/feed.ts')).feed(whole(count), stores, seed, values.without ?? null)
  if (command !== 'fuzz') throw new Error(`There is no ${command}.\n${help}`)
  if (values.replay !== undefined) return await (await import('./fuzz/replay.ts')).replay(values.replay)
  return await (await import('./fuzz/fuzz.ts')).fuzz(whole(count), stores, seed, values.findings)
}

function storesOf(text: string): StoreName[] {
  if (text === 'both') return ['embedded', 'postgres']
  if (text === 'embedded' || text === 'postgres') return [text]
  throw new Error(`--store must be embedded, postgres or both, not ${text}.`)
}

function whole(text: string | undefined): number {
  if (text !== undefined && /^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`${text ?? 'Nothing'} is not a whole number.\n${help}`)
}

const signalMs = 100

clearAwayOnSignals()
try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  // After Ctrl-C everything in progress fails, perhaps before we receive the signal ourselves.
  await sleep(signalMs)
  if (!isClearingAway()) process.stderr.write(`\nfaults: ${(error as Error).stack ?? error}\n`)
  process.exitCode = 1
} finally {
  await clearAway()
}
