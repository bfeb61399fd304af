/** `npm run faults -- fuzz N`: odd requests over raw sockets, and what the service must not do about them. */
import fc from 'fast-check'
import { fuzzRequests } from '../../test/http/fuzzRequests.ts'
import { type Random, randomFrom } from '../support/random.ts'
import type { StoreName } from '../support/store.ts'
import { exchange, type RawRequest } from './connection.ts'
import { Findings } from './findings.ts'
import { watchMemory } from './memory.ts'
import { rawRequest } from './mutations.ts'
import { startSlowClients } from './slowClients.ts'
import { Suspects } from './suspects.ts'
import { startTarget, type Target } from './target.ts'

const connections = 12
const pipelinedMax = 24
/** Making a request by chance takes longer than answering it, so each is sent several times, changed anew each time. */
const generated = 400
const usesOfEach = 10
const progressMs = 10_000

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
  const target = await startTarget(store)
  const random = randomFrom(seed)
  const source = requestsOf(target, seed, random)
  const suspects = new Suspects(target)
  const seen = new Map<string, number>()
  const memory = watchMemory(target.pid)
  const startMs = performance.now()
  let sent = 0
  const judge = (request: RawRequest, status: number | null): void => {
    const word = String(status ?? 'closed')
    seen.set(word, (seen.get(word) ?? 0) + 1)
    sent += 1
    if (status !== null && status >= 500) findings.add(target, `answered ${status}`, request)
  }
  const worker = async () => {
    while (sent < count) {
      const batch = batchFrom(source, Math.min(pipelinedMax, count - sent))
      for (let left = batch; left.length > 0 && sent < count + pipelinedMax * connections; ) {
        left = await sendBatch(target, left, suspects, judge, findings)
      }
      if (!target.florin.service.running)
        throw new Error(`The service ended:\n${target.florin.service.stderr}`)
    }
  }
  const progress = setInterval(() => {
    const perSecond = Math.round(sent / ((performance.now() - startMs) / 1000))
    process.stdout.write(`${store} ${sent}/${count}, ${perSecond} requests/s\n`)
  }, progressMs)
  const slow = startSlowClients(target, randomFrom(seed + 1_000), source, judge)
  try {
    await Promise.all(Array.from({ length: connections }, worker))
  } finally {
    clearInterval(progress)
    await slow.stop()
  }
  const seconds = (performance.now() - startMs) / 1000
  const { finding, text } = memory.stop()
  if (finding !== null) findings.add(target, finding)
  for (const { request, lagMs } of await suspects.confirmed()) {
    findings.add(target, `holds the event loop for ${Math.round(lagMs)} ms`, request)
  }
  const statuses = [...seen].sort().map(([status, times]) => `${status}: ${times}`)
  process.stdout.write(
    `${store}: ${sent} requests in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s); ${statuses.join(', ')}; ` +
      `${suspects.stalls} stalls looked into; memory ${text}\n`,
  )
  await target.florin.service.kill()
}

/** Sends them on one connection. Gives those that are left where it ended early. */
async function sendBatch(
  target: Target,
  requests: readonly RawRequest[],
  suspects: Suspects,
  judge: (request: RawRequest, status: number | null) => void,
  findings: Findings,
): Promise<RawRequest[]> {
  const batch = suspects.begin(requests)
  try {
    const statuses = await exchange(target.port, requests)
    for (const [index, status] of statuses.entries()) {
      const request = requests[index]
      if (request) judge(request, status)
    }
    const [next, ...rest] = requests.slice(statuses.length)
    if (next === undefined) return []
    // The answer before it may have closed the connection; where there was none, this one did.
    if (statuses.length > 0 && !next.last) return [next, ...rest]
    judge(next, null)
    return rest
  } catch (error) {
    const [first] = requests
    findings.add(target, `was not answered: ${(error as Error).message}`, first)
    return []
  } finally {
    suspects.end(batch)
  }
}

export type Source = () => RawRequest

function requestsOf({ known, payeeIds }: Target, seed: number, random: Random): Source {
  let round = 0
  let made = fc.sample(fuzzRequests(known), { numRuns: generated, seed })
  let uses = 0
  return () => {
    uses += 1
    if (uses > generated * usesOfEach) {
      uses = 0
      round += 1
      made = fc.sample(fuzzRequests(known), { numRuns: generated, seed: seed + round })
    }
    const request = random.pick(made)
    const path = request.path.replace(/@\d+@/, () => random.pick(payeeIds))
    return rawRequest({ ...request, path }, random)
  }
}

function batchFrom(source: Source, lengthMax: number): RawRequest[] {
  const batch: RawRequest[] = []
  while (batch.length < lengthMax) {
    const request = source()
    batch.push(request)
    if (request.last) break
  }
  return batch
}
