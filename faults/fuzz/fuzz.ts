/** `npm run faults -- fuzz N`: odd requests over raw sockets, and what the service must never do with them. */
import { childrenOf, watchBusy } from '../support/processes.ts'
import { randomFrom } from '../support/random.ts'
import type { StoreName } from '../support/store.ts'
import { Line } from './connection.ts'
import { Delivery } from './delivery.ts'
import { Findings } from './findings.ts'
import { watchMemory } from './memory.ts'
import { startSlowClients } from './slowClients.ts'
import { Source } from './source.ts'
import { Suspects } from './suspects.ts'
import { startTarget, type Target } from './target.ts'

/** More concurrent requests would only wait for each other, past the deadlines of the service. */
const connections = 8
const pipelinedMax = 16
const progressMs = 10_000
/** Below this, the store hardly changed, and the run proves little. */
const committedPercentMin = 1
const committedJudgedMin = 2_000
/** Small runs use fewer tenants, because creating one takes a second. */
const requestsPerTenant = 500
const tenantsMax = 6

export async function fuzz(
  count: number,
  stores: readonly StoreName[],
  seed: number,
  findingsPath?: string,
): Promise<boolean> {
  process.stdout.write(`seed ${seed}\n`)
  const findings = new Findings(findingsPath)
  for (const [index, store] of stores.entries()) {
    const share = Math.floor(count / stores.length) + (index < count % stores.length ? 1 : 0)
    await fuzzOn(store, share, seed + index, findings)
  }
  const verdict = findings.count === 0 ? 'ok' : `${findings.count} findings in ${findings.path}`
  process.stdout.write(`${count} requests, seed ${seed}: ${verdict}\n`)
  return findings.count === 0
}

async function fuzzOn(store: StoreName, count: number, seed: number, findings: Findings): Promise<void> {
  const target = await startTarget(store, Math.min(tenantsMax, Math.ceil(count / requestsPerTenant)))
  const random = randomFrom(seed)
  const source = new Source(target.florin.url, target.tenants, seed, random)
  const suspects = new Suspects(target)
  const delivery = new Delivery({ target, findings, suspects, random })
  const memory = watchMemory(target.pid)
  const startMs = performance.now()
  const stopProgress = showProgress(target, delivery, count)
  const slow = startSlowClients(
    randomFrom(seed + 1_000),
    () => source.next(),
    async (request, write) => await delivery.sendSlowly(request, write),
  )
  try {
    await Promise.all(Array.from({ length: connections }, () => sendMany(target, source, delivery, count)))
  } finally {
    stopProgress()
    await slow.stop()
    await findings.settled()
  }
  const seconds = (performance.now() - startMs) / 1000
  const { finding, text } = memory.stop()
  if (finding !== null) findings.add(target, finding)
  for (const { request, lagMs } of await suspects.confirmed()) {
    findings.add(target, `holds the event loop for ${Math.round(lagMs)} ms`, request)
  }
  const { sent, committed, statuses } = delivery
  const committedPercent = (committed / sent) * 100
  if (sent >= committedJudgedMin && committedPercent < committedPercentMin) {
    findings.add(target, `only ${committedPercent.toFixed(2)} % of the requests changed anything`)
  }
  process.stdout.write(
    `${store}: ${sent} requests in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s); ${statuses}; ` +
      `${committed} writes succeeded (${committedPercent.toFixed(1)} %); ${suspects.stalls} stalls investigated` +
      `${suspects.dropped > 0 ? `, ${suspects.dropped} batches in progress then were not` : ''}; memory ${text}\n`,
  )
  await target.florin.service.kill()
}

async function sendMany(target: Target, source: Source, delivery: Delivery, count: number): Promise<void> {
  const { service } = target.florin
  const line = new Line(target.port)
  try {
    while (delivery.sent < count) {
      await delivery.send(line, await source.batch(Math.min(pipelinedMax, count - delivery.sent)))
      if (!service.running) throw new Error(`The service exited:\n${service.stderr}`)
    }
  } finally {
    line.close()
  }
}

function showProgress({ florin, pid }: Target, delivery: Delivery, count: number): () => void {
  const { server, name } = florin.store
  const busy = watchBusy({
    client: () => [process.pid],
    service: () => [pid],
    ...(server && { postgres: () => [server.pid, ...childrenOf(server.pid)] }),
  })
  let [lastSent, lastMs] = [0, performance.now()]
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const perSecond = Math.round(((delivery.sent - lastSent) / (nowMs - lastMs)) * 1000)
    process.stdout.write(`${name} ${delivery.sent}/${count}, ${perSecond} requests/s; ${busy()}\n`)
    lastSent = delivery.sent
    lastMs = nowMs
  }, progressMs)
  return () => clearInterval(timer)
}
