/** `npm run bench -- soak`: the memory of the service under minutes of mixed load. */
import { memoryBar } from './bars.ts'
import { newPagePath, pagePath, pollPath, singlePath } from './dataset/requests.ts'
import type { DataSize } from './dataset/shape.ts'
import { load } from './load/load.ts'
import { neverTwice } from './load/paths.ts'
import { writeResult } from './report/files.ts'
import { linePlot } from './report/linePlot.ts'
import { filledDatabase, startDatabaseServer } from './server.ts'
import { startFlorin } from './support/child.ts'
import { temporaryFolder, undoLater } from './support/cleanup.ts'
import { describeMachine, machine } from './support/machine.ts'
import { median, short, slope } from './support/numbers.ts'
import { residentMegabytesOf } from './support/processes.ts'
import { step } from './support/progress.ts'
import { startWriter } from './writer.ts'

interface Sample {
  seconds: number
  megabytes: number
}

const workspaces = 20
const connections = 16
const sampleSeconds = 5
const segmentSeconds = 10
const requestsPerSecondMax = 15_000
/** To payees of all workspaces in turn, including the one under test: each write to it advances its clock. */
const writesPerSecond = 10
/** A rough average over the mix: some replies are pages and some are empty. */
const expected = { status: 200, bytes: 15_000 } as const

export async function soak(minutes: number, transactions: number): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const database = await filledDatabase(server, 'soak', { transactions, workspaces })
  const service = await startFlorin(folder, { DATABASE_URL: database.url })
  const writers = database.secrets.map((secret, number) => ({ number, secret }))
  const writer = await startWriter(service.url, writers, writesPerSecond)
  const sampler = sampleMemory(service.pid)
  const rates: number[] = []
  await step(`Mixed load for ${minutes} min`, async say => {
    const request = {
      url: service.url,
      paths: neverTwice(index => mixedPath(database.size, index), Number.MAX_SAFE_INTEGER),
      headers: { Authorization: `Bearer ${database.secrets[0]}` },
      connections,
      requestsPerSecondMax,
      folder,
    }
    const endMs = performance.now() + minutes * 60_000
    for (let leftMs = minutes * 60_000; leftMs > 0; leftMs = endMs - performance.now()) {
      const seconds = Math.max(1, Math.min(segmentSeconds, Math.round(leftMs / 1000)))
      rates.push((await load({ ...request, seconds }, expected)).requestsPerSecond)
      say(
        `${Math.ceil(Math.max(0, endMs - performance.now()) / 60_000)} min left, ${short(sampler.last())} MB`,
      )
    }
  })
  const samples = await sampler.stop()
  const changes = await writer.stop()
  report(minutes, transactions, samples, median(rates), changes)
}

/** Half are served from the cache; the other half are new pages, polls and single reads. */
function mixedPath(size: DataSize, index: number): string {
  const nth = Math.floor(index / 20)
  const kind = index % 20
  if (kind < 10) return newPagePath(index % 37)
  if (kind < 14) return pagePath(nth * 4 + kind - 10)
  if (kind < 17) return pollPath((nth * 3 + kind - 14) % 3_000_000)
  return singlePath(size, nth * 3 + kind - 17)
}

function sampleMemory(pid: number) {
  const startMs = performance.now()
  const samples: Sample[] = []
  const sample = () => {
    const megabytes = residentMegabytesOf(pid)
    if (megabytes !== null) samples.push({ seconds: (performance.now() - startMs) / 1000, megabytes })
  }
  sample()
  const timer = setInterval(sample, sampleSeconds * 1000)
  const stop = undoLater(() => clearInterval(timer))
  return {
    last: () => samples.at(-1)?.megabytes ?? Number.NaN,
    async stop() {
      await stop()
      return samples
    },
  }
}

function report(
  minutes: number,
  transactions: number,
  samples: Sample[],
  requestsPerSecond: number,
  changes: number,
): void {
  if (samples.length < 2)
    throw new Error('The memory of a process is read from /proc, which does not exist here.')
  const maxMegabytes = Math.max(...samples.map(({ megabytes }) => megabytes))
  const secondHalf = samples.slice(Math.floor(samples.length / 2))
  const megabytesPerMinute = slope(
    secondHalf.map(({ seconds, megabytes }) => ({ x: seconds / 60, y: megabytes })),
  )
  const low = maxMegabytes < memoryBar.megabytesBelow
  const flat = megabytesPerMinute < memoryBar.megabytesPerMinuteBelow
  const measuredOn = machine()
  const rows = transactions.toLocaleString('en-US')
  process.stdout.write(
    `\n${minutes} min of mixed load at ${rows} transactions, ${short(requestsPerSecond)} req/s, ` +
      `${changes} payees changed\n${describeMachine(measuredOn)}\n\n` +
      `Peak memory      ${short(maxMegabytes)} MB, target < ${memoryBar.megabytesBelow} MB: ${low ? 'met' : 'NOT met'}\n` +
      `Second half      ${megabytesPerMinute.toFixed(2)} MB per minute, ` +
      `target < ${memoryBar.megabytesPerMinuteBelow}: ${flat ? 'met' : 'NOT met'}\n\n`,
  )
  writeResult('soak.json', {
    ...{
      measuredAt: new Date().toISOString(),
      machine: measuredOn,
      minutes,
      transactions,
      requestsPerSecond,
    },
    ...{ changes, maxMegabytes, megabytesPerMinute, bar: memoryBar, met: low && flat, samples },
  })
  const points = samples.map(({ seconds, megabytes }) => ({ x: seconds / 60, y: megabytes }))
  const title = 'Memory of the service under mixed load'
  const subtitle = `${rows} transactions, ${short(requestsPerSecond)} requests per second; ${describeMachine(measuredOn)}`
  writeResult(
    'soak.svg',
    linePlot(title, subtitle, { name: 'minutes' }, { name: 'MB' }, [{ name: 'resident', points }]),
  )
}
