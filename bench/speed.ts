/** `npm run bench`: every hot path next to its peers, in one run on one machine. */
import { type Bar, bars, isMet, type PathName } from './bars.ts'
import { type BulkLoadResult, measureBulkLoad } from './bulkLoad.ts'
import { type EmbeddedResult, fillEmbedded, measureEmbedded } from './embedded/embedded.ts'
import { hasPgbench } from './load/load.ts'
import { type MeasuredPath, measuredPaths, type Stage } from './paths.ts'
import { writeResult } from './report/files.ts'
import { speedPlot, speedTable } from './report/speed.ts'
import { type Measured, type Results, type RoundsPlan, takeTurns } from './rounds.ts'
import { filledDatabase, indexWords, startDatabaseServer } from './server.ts'
import { startFlorin } from './support/child.ts'
import { temporaryFolder } from './support/cleanup.ts'
import { describeMachine, machine } from './support/machine.ts'
import { step } from './support/progress.ts'
import { startWriter } from './writer.ts'

export interface SpeedOptions {
  quick: boolean
}

export interface PathResult {
  name: PathName | 'bulkLoadAgain' | 'bulkLoadWhole'
  title: string
  contestants: Results
  ofBareHttp?: number | null
  timesPlain?: number | null
  ofPgbench?: number | null
  ms?: number
  rowsPerSecond?: number
  bar: Bar
  met: boolean
}

const titles: Record<PathResult['name'], string> = {
  pageAgain: 'page, again at the same clock',
  notModified: '304 by If-None-Match',
  pageNew: 'page, never asked before',
  pollAgain: 'poll, nothing new, same URL',
  pollNew: 'poll, nothing new, never asked',
  singleNew: 'single read, never asked before',
  embeddedAlone: 'embedded store, page, 1 connection',
  embeddedTogether: 'embedded store, page, 16 connections',
  bulkLoad: 'load into PostgreSQL',
  bulkLoadAgain: 'load of the same file again',
  bulkLoadWhole: 'load, with reading and checking the file',
}

const full = {
  transactions: 1_000_000,
  embeddedTransactions: 100_000,
  loadedTransactions: 100_000,
  loadRounds: 3,
  rounds: 5,
  embeddedRounds: 5,
  seconds: 4,
  warmUpSeconds: 1,
  withPgbench: hasPgbench,
}
const quick = {
  transactions: 50_000,
  embeddedTransactions: 5_000,
  loadedTransactions: 5_000,
  loadRounds: 1,
  rounds: 2,
  embeddedRounds: 1,
  seconds: 1,
  warmUpSeconds: 0,
  // pgbench takes eight more seconds.
  withPgbench: false,
}
const workspaces = 20
const writesPerSecond = 20

export async function speed(options: SpeedOptions): Promise<void> {
  const plan = options.quick ? quick : full
  const folder = temporaryFolder()
  // Both at once, because nothing is measured yet.
  const filling = fillEmbedded(folder, plan.embeddedTransactions)
  const server = await startDatabaseServer()
  const size = { transactions: plan.transactions, workspaces }
  const [database, embedded] = await Promise.all([filledDatabase(server, 'bench', size), filling])
  await indexWords(database.url)
  const service = await step('Starting the service', () =>
    startFlorin(folder, { DATABASE_URL: database.url }),
  )
  const stage: Stage = { folder, server, database, service }
  const results: PathResult[] = []
  const { paths, compare } = await measuredPaths(stage, plan.withPgbench)
  for (const path of paths) {
    const contestants = await step(titles[path.name], say =>
      measurePath(stage, path, { ...plan, databasePid: server.pid, say }),
    )
    results.push(httpResult(path.name, contestants))
  }
  // Again, now that the service has all kinds of replies in its cache.
  const compared = await step('Comparing the replies again', compare)
  await service.stop()
  results.push(
    ...embeddedResults(
      await measureEmbedded(folder, embedded, { rounds: plan.embeddedRounds, seconds: plan.seconds }),
    ),
  )
  const loaded = await measureBulkLoad(folder, database.url, plan.loadedTransactions, plan.loadRounds)
  results.push(...loadResults(loaded))
  report(options, plan, results, loaded, compared)
}

async function measurePath(stage: Stage, path: MeasuredPath, plan: RoundsPlan): Promise<Results> {
  if (!path.amongWriters) return await takeTurns(path.contestants, plan)
  const others = stage.database.secrets.map((secret, number) => ({ number, secret })).slice(1)
  const writer = await startWriter(stage.service.url, others, writesPerSecond)
  const results = await takeTurns(path.contestants, plan)
  if ((await writer.stop()) === 0) throw new Error('Nothing was written while the polls were measured.')
  return results
}

function httpResult(name: PathName, contestants: Results): PathResult {
  const { service, bare, plain, pgbench } = contestants
  const over = (other: Measured | undefined) =>
    service && other ? service.requestsPerSecond / other.requestsPerSecond : null
  const reached = { ofBareHttp: over(bare), timesPlain: over(plain), ofPgbench: over(pgbench) }
  const bar = bars[name]
  return { name, title: titles[name], contestants, ...reached, bar, met: isMet(bar, reached) }
}

function embeddedResults({ alone, together }: EmbeddedResult): PathResult[] {
  return (
    [
      ['embeddedAlone', alone],
      ['embeddedTogether', together],
    ] as const
  ).map(([name, service]) => {
    // The embedded store handles one query at a time, so this is the time per request, however many wait.
    const ms = 1000 / service.requestsPerSecond
    return {
      name,
      title: titles[name],
      contestants: { service },
      ms,
      bar: bars[name],
      met: isMet(bars[name], { ms }),
    }
  })
}

function loadResults({
  rowsPerSecond,
  againRowsPerSecond,
  wholeRowsPerSecond,
}: BulkLoadResult): PathResult[] {
  const result = (name: 'bulkLoad' | 'bulkLoadAgain' | 'bulkLoadWhole', rate: number, bar: Bar) => ({
    ...{ name, title: titles[name], contestants: {}, rowsPerSecond: rate, bar },
    met: isMet(bar, { rowsPerSecond: rate }),
  })
  return [
    result('bulkLoad', rowsPerSecond, bars.bulkLoad),
    result('bulkLoadWhole', wholeRowsPerSecond, {}),
    result('bulkLoadAgain', againRowsPerSecond, {}),
  ]
}

const slowToolNote =
  'wrk is not installed. autocannon needs more time than bare node:http, so shares of it are too high.\n'

function report(
  options: SpeedOptions,
  plan: typeof full,
  results: PathResult[],
  bulkLoad: BulkLoadResult,
  compared: number,
): void {
  const measuredOn = machine()
  const size = `${plan.transactions.toLocaleString('en-US')} transactions`
  process.stdout.write(
    `\n${size} in ${workspaces} workspaces, 16 connections, medians of ${plan.rounds} rounds of ${plan.seconds} s\n` +
      `${describeMachine(measuredOn)}\n\n${speedTable(results)}\n\n`,
  )
  const missed = results.filter(({ met }) => !met).map(({ title }) => title)
  process.stdout.write(
    `Before and after the load, ${compared} replies of the service and the plain peer were the same.\n`,
  )
  if (measuredOn.loadTool === 'autocannon') process.stdout.write(slowToolNote)
  process.stdout.write(missed.length === 0 ? 'Every target is met.\n' : `Not met: ${missed.join('; ')}.\n`)
  const kept = {
    measuredAt: new Date().toISOString(),
    machine: measuredOn,
    plan,
    workspaces,
    results,
    bulkLoad,
  }
  if (options.quick) {
    writeResult('quick.json', kept)
    return
  }
  writeResult('speed.json', kept)
  writeResult(
    'speed.svg',
    speedPlot(results, `${size}, half of them in the workspace under test; ${describeMachine(measuredOn)}`),
  )
}
