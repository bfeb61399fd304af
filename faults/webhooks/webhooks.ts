/** `npm run faults -- webhooks N`: kills the sender of webhooks, and looks for gaps and changed repetitions. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallWorkspace } from '../../test/support/builders.ts'
import { Ledger } from '../kills/ledger.ts'
import { kill } from '../kills/victims.ts'
import { startWriters, type Writers } from '../kills/writers.ts'
import { Florin } from '../support/florin.ts'
import { type Random, randomFrom } from '../support/random.ts'
import { openFaultStore, type StoreName } from '../support/store.ts'
import { Chain, differences } from './chain.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const writersCount = 2
/** Half of them carry the rows. */
const webhooksCount = 4
/** Most kills hit a moment at which a message has arrived, but was not replied to. */
const underWayPercent = 70
const momentMsMax = 500
/** Longer than a lease, after which another process takes over. */
const progressMsMax = 60_000
const quietMsMax = 120_000
const secondsPerKillMax = 120
/** A run with this many kills that never led to a repetition proves nothing about them. */
const provingKillsMin = 10

interface Run {
  florin: Florin
  receiver: Receiver
  chains: Chain[]
  writers: Writers
  workspace: string
  secret: string
  random: Random
}

export async function webhooks(count: number, stores: readonly StoreName[], seed: number): Promise<boolean> {
  process.stdout.write(`seed ${seed}\n`)
  const hang = setTimeout(
    () => {
      process.stderr.write('faults: the run hangs; giving up\n')
      process.exit(1)
    },
    (count + 5) * secondsPerKillMax * 1000,
  )
  const findings: string[] = []
  for (const [index, store] of stores.entries()) {
    const share = Math.floor(count / stores.length) + (index < count % stores.length ? 1 : 0)
    if (share > 0) findings.push(...(await webhooksOn(store, share, randomFrom(seed + index))))
  }
  clearTimeout(hang)
  const verdict = findings.length === 0 ? 'ok' : `${findings.length} findings`
  for (const each of findings) process.stdout.write(`${each}\n`)
  process.stdout.write(`${count} kills of the sender, seed ${seed}: ${verdict}\n`)
  return findings.length === 0
}

async function webhooksOn(store: StoreName, count: number, random: Random): Promise<string[]> {
  const startedMs = performance.now()
  const run = await prepare(store, random)
  const findings: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const killMs = performance.now()
    const { progressed, victim } = await round(run)
    if (!progressed) findings.push(`stuck: no message within ${progressMsMax / 1000} s after kill ${number}`)
    const seconds = ((performance.now() - killMs) / 1000).toFixed(1)
    process.stdout.write(
      `${store} ${number}/${count} ${victim}: ${run.receiver.count} messages (${seconds} s)\n`,
    )
  }
  findings.push(...(await settled(run)))
  await run.florin.service.kill()
  const messages = run.chains.reduce((sum, each) => sum + each.messages, 0)
  const repeated = run.chains.reduce((sum, each) => sum + each.repeated, 0)
  if (count >= provingKillsMin && repeated === 0) {
    findings.push('missed: no kill hit the moment between the arrival of a message and its reply')
  }
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
  process.stdout.write(
    `${store}: ${count} kills in ${minutes} min, ${messages} messages, ${repeated} repetitions, ` +
      `${run.writers.counts.acknowledged} writes: ${findings.length} findings\n`,
  )
  return findings
}

async function prepare(storeName: StoreName, random: Random): Promise<Run> {
  const store = await openFaultStore(storeName, { durable: true })
  store.env.FLORIN_WEBHOOK_ALLOW = '127.0.0.1'
  if (storeName === 'postgres') store.env.FLORIN_SECRET = 'a secret of the fault tests, long enough'
  const florin = new Florin(store, storeName === 'postgres' ? ['--workers', '2'] : [])
  await florin.start()
  const file = smallWorkspace()
  const path = join(florin.store.folder, 'workspace.json')
  writeFileSync(path, JSON.stringify(file))
  await florin.run(['load', path])
  const workspace = file.workspace.id
  const words = ['keys', 'create', '--workspace', workspace, '--name', 'faults', '--scopes', 'all']
  const { secret } = await florin.run<{ secret: string }>(words)
  const receiver = await startReceiver(random)
  const chains: Chain[] = []
  for (let index = 0; index < webhooksCount; index += 1) {
    const url = `${receiver.url}/${index}`
    const made = await florin.run<{ secret: string }>([
      ...['webhooks', 'create', '--workspace', workspace, '--name', `Webhook ${index}`, '--url', url],
      ...['--start', 'beginning', '--include', index % 2 === 0 ? 'objects' : 'nothing'],
    ])
    const chain = new Chain(made.secret)
    chains.push(chain)
    receiver.pass(`/${index}`, arrived => chain.take(arrived))
  }
  const ledger = new Ledger(file.payees.map(payee => payee.iban))
  const companyId = file.companies[0]?.id ?? ''
  const writers = startWriters(writersCount, { florin, ledger, secret, companyId, random })
  return { florin, receiver, chains, writers, workspace, secret, random }
}

/** Kills once, and waits until messages arrive again. */
async function round({ florin, receiver, random }: Run) {
  if (random.percent(underWayPercent)) await receiver.next(progressMsMax)
  else await sleep(random.below(momentMsMax))
  const victim = florin.store.server === null || random.percent(30) ? 'service' : 'worker'
  await kill(victim, florin, null, random, () => undefined)
  return { victim, progressed: await receiver.next(progressMsMax) }
}

interface ListedWebhook {
  upToDate: boolean
  state: string
}

/** Stops writing, waits until every webhook is up to date, and compares. */
async function settled({ florin, writers, chains, workspace, secret }: Run): Promise<string[]> {
  await writers.pause()
  const deadlineMs = performance.now() + quietMsMax
  for (;;) {
    const words = ['webhooks', 'list', '--workspace', workspace]
    const { webhooks: listed } = await florin.run<{ webhooks: ListedWebhook[] }>(words)
    if (listed.every(({ upToDate }) => upToDate)) break
    if (performance.now() > deadlineMs) return [`stuck: ${JSON.stringify(listed)}`]
    await sleep(500)
  }
  const { whole, clock } = await wholeCopy(florin.url, secret)
  return chains.flatMap((chain, index) =>
    [
      ...chain.findings,
      ...(chain.copy.size === 0 ? [] : differences(chain.copy, whole)),
      ...(chain.clock === clock
        ? []
        : [`lost: the last message of webhook ${index} is not about the last change`]),
    ].map(each => `webhook ${index}: ${each}`),
  )
}

/** The workspace as the change feed shows it. */
async function wholeCopy(url: string, secret: string) {
  const whole = new Map<string, string>()
  let cursor: string | null = null
  for (;;) {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`
    const response = await fetch(`${url}/v1/changes?limit=100${query}`, {
      headers: { Authorization: `Bearer ${secret}` },
    })
    const page = (await response.json()) as {
      data: { resource: string; id: string; object: unknown }[]
      nextCursor: string
      upToDate: boolean
      clock: string
    }
    for (const { resource, id, object } of page.data) {
      if (object !== null) whole.set(`${resource} ${id}`, JSON.stringify(object))
    }
    if (page.upToDate) return { whole, clock: page.clock }
    cursor = page.nextCursor
  }
}
