/**
 * Delivers the messages of all webhooks. Every serving process runs a sender; they share the work by leasing webhooks.
 * One query asks every quarter of a second which webhooks have something to send, as long as there are any.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import type { Transport } from '../../domain/webhooks/exchange.ts'
import type { Database } from '../../store/engine/door.ts'
import {
  anyActiveWebhook,
  endAllLeases,
  type LeasedWebhook,
  leaseWebhooks,
} from '../../store/webhooks/deliveries.ts'
import { deliver, type Surroundings } from './deliver.ts'
import { inTurns } from './inTurns.ts'

export interface SenderOptions {
  db: Database
  /** FLORIN_SECRET. */
  master: string
  transport: Transport
  clock: () => number
  random?: () => number
  log: Logger
}

export interface Sender {
  /** Looks for something to send at once. */
  wake(): void
  /** Lets exchanges finish for a moment, then ends them. Their messages are sent again by the next process. */
  close(): Promise<void>
}

/** How often to look for changes. */
const pollMs = 250
/** How often to look for webhooks while there are none, and after the database has failed. */
const idleMs = 5_000
/** After this many rounds without a message, look whether there are webhooks at all. */
const idleRoundsMax = idleMs / pollMs
/** Receivers that hang hold one place each, for 15 seconds. */
const atOnceMax = 100
/** Queries at once, so that requests are not kept waiting for a connection. */
const queriesMax = 4
/** Longer than an exchange. A process that dies delays its messages by this much. */
export const leaseMs = 20_000
const closeMsMax = 2_000

export function surroundingsOf(options: SenderOptions, signal: AbortSignal): Surroundings {
  // One for each exchange that is under way.
  setMaxListeners(0, signal)
  return { random: Math.random, ...options, signal, inTurn: inTurns(queriesMax) }
}

/** Leases what is due and delivers it. Returns the deliveries, each of which is true if there is more to send. */
export async function deliverDue(
  around: Surroundings,
  by: string,
  limit: number,
): Promise<{ webhook: LeasedWebhook; done: Promise<boolean> }[]> {
  const nowMs = around.clock()
  const untilMs = nowMs + leaseMs
  const lease = { by, at: new Date(nowMs).toISOString(), until: new Date(untilMs).toISOString() }
  const leased = await leaseWebhooks(around.db, lease, limit)
  return leased.map(webhook => ({ webhook, done: deliver(around, webhook, by, untilMs) }))
}

export async function startSender(options: SenderOptions): Promise<Sender> {
  const { db, log } = options
  const by = randomUUID()
  const ending = new AbortController()
  const around = surroundingsOf(options, ending.signal)
  const underWay = new Set<Promise<void>>()
  let closing = false
  let woken = false
  let idleRounds = -1
  let wakeUp: () => void = () => undefined
  // No other process can have the embedded store open.
  if (db.engine === 'embedded') await endAllLeases(db)

  const wake = () => {
    woken = true
    wakeUp()
  }

  const pause = (ms: number): Promise<void> =>
    new Promise(settle => {
      if (woken || closing) return settle()
      const timer = setTimeout(settle, ms)
      wakeUp = () => {
        clearTimeout(timer)
        settle()
      }
    })

  function watch(webhook: LeasedWebhook, done: Promise<boolean>): void {
    const settled: Promise<void> = done
      .then(
        more => {
          if (more || underWay.size >= atOnceMax) wake()
        },
        (error: unknown) =>
          log.warn({ workspaceId: webhook.workspaceId, webhookId: webhook.id, err: error }, 'webhook failed'),
      )
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
  }

  /** How long to wait until the next round. */
  async function round(): Promise<number> {
    const free = atOnceMax - underWay.size
    if (free <= 0) return pollMs
    const started = await deliverDue(around, by, free)
    for (const { webhook, done } of started) watch(webhook, done)
    if (started.length > 0) idleRounds = 0
    else idleRounds += 1
    if (idleRounds % idleRoundsMax !== 0 || (await anyActiveWebhook(db))) return pollMs
    idleRounds = -1
    return idleMs
  }

  async function run(): Promise<void> {
    while (!closing) {
      woken = false
      const waitMs = await round().catch((error: unknown) => {
        log.warn({ err: error }, 'webhooks cannot be read')
        return idleMs
      })
      await pause(waitMs)
    }
  }

  const running = run()
  return {
    wake,
    async close() {
      closing = true
      wakeUp()
      await running
      const timer = setTimeout(() => ending.abort(), closeMsMax)
      await Promise.all(underWay)
      clearTimeout(timer)
    },
  }
}
