/**
 * `npm run bench -- workers`: what more processes gain, what a request costs the service and the database, and the most
 * that one core of either can do. On two cores the load generator, the service and the database take each other's time, so the
 * gain says little; the CPU time of a request is what carries over to larger machines.
 */
import { ask } from '../compare.ts'
import { newPagePath } from '../dataset/requests.ts'
import { samePath } from '../load/paths.ts'
import { table } from '../report/table.ts'
import { type Measured, overHttp, type Results, takeTurns } from '../rounds.ts'
import { filledDatabase, startDatabaseServer } from '../server.ts'
import { startFlorin } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { describeMachine, machine } from '../support/machine.ts'
import { short } from '../support/numbers.ts'
import { step } from '../support/progress.ts'

const workerCounts = [1, 2, 4] as const
const connectionCounts = [1, 16, 64] as const
const size = { transactions: 50_000, workspaces: 20 }
/** Short and many: a busy machine then disturbs all of them alike. */
const rounds = { rounds: 15, seconds: 2, warmUpSeconds: 2 }

export async function workers(): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const database = await filledDatabase(server, 'workers', size)
  const headers = { Authorization: `Bearer ${database.secrets[0]}` }
  // Cached after its second request, so nearly all that the database does is to admit.
  const path = newPagePath(0)
  const services = await step('Starting the services', () =>
    Promise.all(
      workerCounts.map(async count => ({
        name: String(count),
        service: await startFlorin(folder, { DATABASE_URL: database.url, FLORIN_WORKERS: String(count) }),
      })),
    ),
  )
  const [first] = services
  const { body } = await ask(first?.service.url ?? '', path, headers)
  const expected = { status: 200, bytes: body.length } as const
  for (const connections of connectionCounts) {
    const contestants = services.map(({ name, service: { url, pid } }) =>
      overHttp(name, pid, { url, paths: samePath(path), headers, connections, folder }, expected),
    )
    const results = await step(`${connections} connections`, say =>
      takeTurns(contestants, { ...rounds, databasePid: server.pid, say }),
    )
    report(connections, results)
  }
  process.stdout.write(`\n${describeMachine(machine())}\n`)
}

function report(connections: number, results: Results<string>): void {
  const one = results['1']?.requestsPerSecond ?? Number.NaN
  const rows = Object.entries(results).map(([count, measured]) => {
    const { requestsPerSecond, latencyMs, cpuMicroseconds } = measured as Measured
    const { server, database } = cpuMicroseconds
    return [
      count,
      short(requestsPerSecond),
      short(requestsPerSecond / one),
      latencyMs === null ? '' : short(latencyMs.median),
      micros(server),
      micros(database),
      perCore(server),
      perCore(database),
    ]
  })
  const head = [
    'workers',
    'requests/s',
    'of one',
    'median ms',
    'service µs',
    'database µs',
    'per service core',
    'per database core',
  ]
  process.stdout.write(`\n${connections} connections, a cached page\n\n${table(head, rows)}\n\n`)
}

const micros = (spent: number | null): string => (spent === null ? '' : short(spent))
/** Requests a second that one core could do if it did nothing else. */
const perCore = (spent: number | null): string => (spent === null ? '' : short(1e6 / spent))
