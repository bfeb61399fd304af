/**
 * How others are affected while many clients read a list of 60,000 payees: on both stores, with and without
 * a writer.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyDatabase, startDatabaseServer } from '../server.ts'
import { type Environment, runScript, startFlorin } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { median } from '../support/numbers.ts'
import { step } from '../support/progress.ts'

const clients = 20
const timesEach = 3
const pollMs = 5
const barMs = 100
/** Measured before the load, so that a busy machine is not mistaken for a slow service. */
const idleMs = 3_000

interface Filled {
  large: string
  small: string
  payeeId: string
}

export async function payees(): Promise<void> {
  const folder = temporaryFolder()
  const server = await startDatabaseServer()
  const stores: [string, Environment][] = [
    ['embedded', { FLORIN_DATA_DIR: join(folder, 'data') }],
    ['PostgreSQL', { DATABASE_URL: await emptyDatabase(server, 'payees') }],
  ]
  for (const [name, env] of stores) {
    const filled = await step(`Filling, ${name}`, async () => {
      return JSON.parse(await runScript('payees/fillPayees', [], env)) as Filled
    })
    const service = await startFlorin(folder, env)
    for (const withWriter of [false, true]) {
      const label = `${name}, ${withWriter ? 'with a writer' : 'without a writer'}`
      report(label, await step(label, () => measure(service.url, filled, withWriter)))
    }
    await service.stop()
  }
}

interface Measured {
  idleMs: number[]
  listMs: number[]
  healthMs: number[]
  smallMs: number[]
  changes: number
}

async function measure(url: string, filled: Filled, withWriter: boolean): Promise<Measured> {
  const health = () => ask(`${url}/healthz`)
  const idle = await pollFor(idleMs, health)
  const state = { over: false, changes: 0 }
  const healthMs: number[] = []
  const smallMs: number[] = []
  const others = [
    poll(state, healthMs, health),
    // A request to another workspace, which needs the store too.
    poll(state, smallMs, () => ask(`${url}/v1/companies?probe=${smallMs.length}`, filled.small)),
    ...(withWriter ? [write(url, filled, state)] : []),
  ]
  // A failure is reported when they are awaited below; until then, for example on Ctrl-C, it must not end the
  // process.
  for (const other of others) other.catch(() => undefined)
  try {
    const words = [url, filled.large, String(clients), String(timesEach)]
    const listMs = JSON.parse(await runScript('payees/readPayees', words, {})) as number[]
    return { idleMs: idle, listMs, healthMs, smallMs, changes: state.changes }
  } finally {
    state.over = true
    await Promise.all(others)
  }
}

async function pollFor(ms: number, once: () => Promise<void>): Promise<number[]> {
  const tookMs: number[] = []
  const state = { over: false }
  const polling = poll(state, tookMs, once)
  await sleep(ms)
  state.over = true
  await polling
  return tookMs
}

async function poll(state: { over: boolean }, tookMs: number[], once: () => Promise<void>): Promise<void> {
  while (!state.over) {
    const startMs = performance.now()
    await once()
    tookMs.push(performance.now() - startMs)
    await sleep(pollMs)
  }
}

async function write(url: string, { large, payeeId }: Filled, state: { over: boolean; changes: number }) {
  for (; !state.over; state.changes += 1) {
    const body = JSON.stringify({ name: `Changed ${Date.now()} ${state.changes}` })
    await ask(`${url}/v1/payees/${payeeId}`, large, { method: 'PATCH', body })
  }
}

async function ask(url: string, secret?: string, init: RequestInit = {}): Promise<void> {
  const headers = {
    ...(secret && { Authorization: `Bearer ${secret}` }),
    ...(init.body && { 'Content-Type': 'application/json' }),
  }
  const reply = await fetch(url, { ...init, headers })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${url} returned ${reply.status}: ${text}`)
}

function report(label: string, { idleMs: idle, listMs, healthMs, smallMs, changes }: Measured): void {
  const shown = (all: number[]) =>
    `${all.length}, median ${median(all).toFixed(1)} ms, slowest ${Math.max(...all).toFixed(0)} ms`
  const isMet = Math.max(...healthMs) < barMs
  console.log(`\n${label}: ${clients} clients read 60,000 payees, ${timesEach} times each`)
  console.log(`/healthz before        ${shown(idle)}`)
  console.log(`lists                  ${shown(listMs)}`)
  console.log(`/healthz meanwhile     ${shown(healthMs)} (target ${barMs} ms: ${isMet ? 'met' : 'NOT met'})`)
  console.log(`another's small read   ${shown(smallMs)}`)
  if (changes > 0) console.log(`changes meanwhile      ${changes}`)
  if (!isMet) process.exitCode = 1
}
