/**
 * Webhooks on PostgreSQL: how soon a change arrives at 1,000 endpoints of which 10 never reply, and how many messages an
 * import leads to.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCamtFile } from '../dataset/camtFile.ts'
import { emptyDatabase, startDatabaseServer } from '../server.ts'
import { runFlorin, startFlorin } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { median } from '../support/numbers.ts'
import { step } from '../support/progress.ts'
import { type Filled, fillWebhooks } from './fill.ts'
import { type Arrival, type Receiver, startReceiver } from './receiver.ts'

const workspaces = 50
const webhooksEach = 20
const hanging = 10
/** One of them is in every fifth workspace. */
const hangsEvery = (workspaces * webhooksEach) / hanging
/** Changes a second, over all workspaces. Each one rings 20 webhooks. */
const changesPerSecond = 3
const steadySeconds = 60
const settleMs = 5_000
const barMs = 2_000
const bellsMax = 5
const master = 'a secret of the bench, of 32 characters or more'

export async function webhooks(rows: number): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const databaseUrl = await emptyDatabase(server, 'webhooks')
  const receiver = await startReceiver(join(folder, 'receiver'))
  const count = workspaces * webhooksEach
  const filled = await step(`Making ${count} webhooks in ${workspaces} workspaces`, () =>
    fillWebhooks(databaseUrl, master, workspaces, webhooksEach, number =>
      number % hangsEvery === 0 ? `${receiver.url}/hang/${number}` : `${receiver.url}/${number}`,
    ),
  )
  const env = {
    DATABASE_URL: databaseUrl,
    FLORIN_SECRET: master,
    FLORIN_WEBHOOK_ALLOW: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: receiver.caPath,
  }
  const service = await startFlorin(folder, env)
  await steady(service.url, filled, receiver)
  await allAtOnce(service.url, filled, receiver)
  await anImport(folder, databaseUrl, filled, receiver, rows)
  await service.stop()
}

/** From before the write is sent to the arrival of a message that includes it. */
async function steady(url: string, filled: Filled[], receiver: Receiver): Promise<void> {
  const written: Written[] = []
  await step(`${changesPerSecond} changes a second for ${steadySeconds} s`, async () => {
    const startMs = performance.now()
    const running: Promise<void>[] = []
    for (let number = 0; number < changesPerSecond * steadySeconds; number += 1) {
      const dueMs = startMs + (number * 1000) / changesPerSecond
      await sleep(Math.max(0, dueMs - performance.now()))
      // Each workspace in turn, so that none changes again before it has rested.
      const workspace = filled[number % filled.length]
      if (workspace) running.push(change(url, workspace, number).then(each => void written.push(each)))
    }
    await Promise.all(running)
    await sleep(settleMs)
  })
  report(
    `${changesPerSecond} changes a second, ${changesPerSecond * webhooksEach} messages a second`,
    written,
    receiver,
  )
}

async function allAtOnce(url: string, filled: Filled[], receiver: Receiver): Promise<void> {
  receiver.arrivals.length = 0
  const written = await step(`A change in all ${workspaces} workspaces at once`, async () => {
    const all = await Promise.all(filled.map((workspace, number) => change(url, workspace, number)))
    await sleep(2 * settleMs)
    return all
  })
  report('all webhooks at once', written, receiver, false)
}

interface Written {
  workspaceId: string
  startMs: number
  stamp: string
}

async function change(
  url: string,
  { workspaceId, payeeId, secret }: Filled,
  number: number,
): Promise<Written> {
  const startMs = performance.now()
  const reply = await fetch(`${url}/v1/payees/${payeeId}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: `Payee ${number} ${startMs}` }),
  })
  if (!reply.ok) throw new Error(`A change returned ${reply.status}.`)
  const { updatedAt } = (await reply.json()) as { updatedAt: string }
  return { workspaceId, startMs, stamp: updatedAt }
}

function report(name: string, written: readonly Written[], { arrivals }: Receiver, isTarget = true): void {
  const byPath = new Map<string, Arrival[]>()
  for (const arrival of arrivals) {
    if (arrival.path.startsWith('/hang')) continue
    byPath.set(arrival.path, [...(byPath.get(arrival.path) ?? []), arrival])
  }
  const tookMs: number[] = []
  let missing = 0
  for (const { workspaceId, startMs, stamp } of written) {
    for (const each of byPath.values()) {
      if (each[0]?.workspaceId !== workspaceId) continue
      const first = each.find(({ clock }) => clock >= stamp)
      if (first === undefined) missing += 1
      else tookMs.push(first.atMs - startMs)
    }
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  const isMet = p95 < barMs && missing === 0
  const target = isTarget ? ` (target ${barMs} ms: ${isMet ? 'met' : 'NOT met'})` : ''
  console.log(
    `${name}: ${tookMs.length} arrivals, ${missing} missing, median ${median(tookMs).toFixed(0)} ms, ` +
      `95 % within ${p95.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms${target}`,
  )
  if (isTarget && !isMet) process.exitCode = 1
}

async function anImport(
  folder: string,
  databaseUrl: string,
  [first]: readonly Filled[],
  { arrivals }: Receiver,
  rows: number,
): Promise<void> {
  const path = join(folder, 'statement.xml')
  await writeCamtFile(path, rows)
  arrivals.length = 0
  await step(`Importing ${rows.toLocaleString('en-US')} rows`, async () => {
    await runFlorin(['import', path, '--workspace', first?.workspaceId ?? ''], { DATABASE_URL: databaseUrl })
    await sleep(settleMs)
  })
  const bells = new Map<string, number>()
  for (const { path: name, workspaceId } of arrivals) {
    if (workspaceId === first?.workspaceId && !name.startsWith('/hang'))
      bells.set(name, (bells.get(name) ?? 0) + 1)
  }
  const most = Math.max(0, ...bells.values())
  const isMet = most <= bellsMax && bells.size === webhooksEach - 1
  console.log(
    `an import of ${rows.toLocaleString('en-US')} rows: ${bells.size} webhooks, at most ${most} messages each ` +
      `(target ${bellsMax}: ${isMet ? 'met' : 'NOT met'})`,
  )
  if (!isMet) process.exitCode = 1
}
