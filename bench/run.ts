/** The command line of the bench. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clearAway, clearAwayOnSignals, isClearingAway } from './support/cleanup.ts'

const help = `npm run bench                                    every hot path next to its peers, about ten minutes
npm run bench -- --quick                         the same with little data, about a minute
npm run bench -- growth [--sizes 10k,100k,1M,5M] what more data costs
npm run bench -- soak [--minutes 10]             memory under mixed load
npm run bench -- imports [--rows 100k]           how fast a bank statement is stored and undone, who waits meanwhile
npm run bench -- load [--rows 100k]              florin load against COPY of the same rows into the same tables
npm run bench -- memory                          memory of both stores, and the time to the first key, in two minutes
npm run bench -- overview                        how soon the console's overview is drawn
npm run bench -- lists [--rows 1M]               search, files, first rows and scrolling of the console's lists
npm run bench -- payees                          what others notice while a long list of payees is read
npm run bench -- feed [--rows 600k]              pages of the change feed within one large commit, and waiting clients
npm run bench -- webhooks [--rows 100k]           how soon a change arrives at 1,000 webhooks of which 10 hang
npm run bench -- nodes [--rows 5k] [--workspaces 0]
                                                 requests on the Citus cluster of FLORIN_TEST_CITUS_URL, on one node, and on
                                                 one PostgreSQL; with a workspace of so many rows (1M), and others of 100 (10k)
npm run bench -- workers                         what more processes gain, and what a request costs
npm run bench -- wire                            our PostgreSQL connections against the pg driver
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string', default: '10k,100k,1M,5M' },
      minutes: { type: 'string', default: '10' },
      rows: { type: 'string' },
      workspaces: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  const [command = 'speed'] = positionals
  if (values.help) process.stdout.write(help)
  else if (command === 'speed') await (await import('./speed.ts')).speed({ quick: values.quick })
  else if (command === 'overview') await (await import('./overview.ts')).overview()
  else if (command === 'lists') await (await import('./lists.ts')).lists(rowCount(values.rows ?? '1M'))
  else if (command === 'memory') await (await import('./memory.ts')).memory()
  else if (command === 'nodes') {
    const workspaces = values.workspaces === '0' ? 0 : rowCount(values.workspaces)
    await (await import('./nodes/nodes.ts')).nodes({ rows: rowCount(values.rows ?? '5k'), workspaces })
  } else if (command === 'wire') await (await import('./wire.ts')).wire()
  else if (command === 'workers') await (await import('./nodes/workers.ts')).workers()
  else if (command === 'payees') await (await import('./payees/payees.ts')).payees()
  else if (command === 'feed') await (await import('./feed/feed.ts')).feed(rowCount(values.rows ?? '600k'))
  else if (command === 'webhooks')
    await (await import('./webhooks/webhooks.ts')).webhooks(rowCount(values.rows ?? '100k'))
  else if (command === 'imports')
    await (await import('./imports.ts')).imports(rowCount(values.rows ?? '100k'))
  else if (command === 'load')
    await (await import('./loadRatio.ts')).loadRatio(rowCount(values.rows ?? '100k'))
  else if (command === 'growth')
    await (await import('./growth.ts')).growth(values.sizes.split(',').map(rowCount))
  else if (command === 'soak') {
    await (await import('./soak.ts')).soak(positive(values.minutes, Number), rowCount(values.rows ?? '1M'))
  } else throw new Error(`Unknown command: ${command}.\n${help}`)
}

const units: Record<string, number> = { '': 1, k: 1_000, M: 1_000_000 }

function rowCount(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([kM]?)$/.exec(text.trim()) ?? []
  return positive(text, () => Number(digits) * (units[unit] ?? 1))
}

function positive(text: string, read: (text: string) => number): number {
  const value = read(text)
  if (value > 0) return value
  throw new Error(`${text} is not a size. Write it as 500, 10k or 1M.`)
}

const signalMs = 100

clearAwayOnSignals()
try {
  await main()
} catch (error) {
  // After Ctrl-C everything in progress fails, perhaps before we receive the signal ourselves; that needs no
  // message.
  await sleep(signalMs)
  if (!isClearingAway()) process.stderr.write(`\nbench: ${(error as Error).stack ?? error}\n`)
  process.exitCode = 1
} finally {
  await clearAway()
}
