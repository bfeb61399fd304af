/** Keeps the workers at their number: starts them, replaces one that ended, and stops them all. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { shutdownMsMax } from '../serve/shutdown.ts'
import { type Ending, type ForkedWorker, forkWorker } from './fork.ts'
import { untilNoneHandedOver } from './handover.ts'

export class Crew {
  readonly #config: Config
  readonly #log: Logger
  readonly #members = new Map<number, ForkedWorker>()
  readonly #stopping = new AbortController()
  #kept: Promise<Ending | null>[] = []
  #turn: Promise<unknown> = Promise.resolve()
  #port: number
  #url: string | null = null
  /** Workers that ended without being told to. */
  deaths = 0

  constructor(config: Config, log: Logger) {
    this.#config = config
    this.#log = log
    this.#port = config.port
    process.once('exit', this.#killAll)
  }

  get size(): number {
    return this.#config.workers
  }

  get members(): ForkedWorker[] {
    return [...this.#members.values()]
  }

  /** The address that all of them share. Where one cannot start, none stays. */
  async start(): Promise<string> {
    const numbers = Array.from({ length: this.#config.workers }, (_, index) => index + 1)
    const members = numbers.map(number => this.#fork(number))
    let url = ''
    for (const member of members) {
      const listening = await this.#begin(member)
      if (listening === null) throw failedStart(member, await member.ended)
      url = listening
    }
    this.#kept = members.map(member => this.#keep(member))
    return url
  }

  /** Settles when all have answered what was under way, and ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    // A worker ends itself in time; one that is frozen cannot.
    const deadline = setTimeout(this.#killAll, shutdownMsMax)
    await untilNoneHandedOver()
    for (const member of this.#members.values()) member.shut()
    for (const member of this.#members.values()) member.stop()
    const endings = await Promise.all(this.#kept)
    clearTimeout(deadline)
    process.off('exit', this.#killAll)
    for (const ending of endings) if (ending !== null) requireCalm(ending)
  }

  async kill(): Promise<void> {
    this.#stopping.abort()
    this.#killAll()
    await Promise.all([...this.#members.values()].map(({ ended }) => ended))
    process.off('exit', this.#killAll)
  }

  /** However the primary ends, be it at a second signal that does not wait, no worker stays. */
  #killAll = (): void => {
    for (const member of this.#members.values()) member.kill()
  }

  #fork(number: number): ForkedWorker {
    const member = forkWorker(number)
    this.#members.set(number, member)
    return member
  }

  /**
   * One after the other: node ends the primary where two workers fail on one port at the same moment. They have loaded
   * the program meanwhile, and what is left takes little time.
   */
  #begin(member: ForkedWorker): Promise<string | null> {
    const begun = this.#turn.then(async () => {
      const url = await member.begin(() => this.#configNow())
      if (url === null) return null
      this.#url ??= url
      if (url !== this.#url) {
        // The last one that listened ended just now, and the port with it: the next asks for the right one.
        member.kill()
        return null
      }
      this.#log.info({ number: member.number, pid: member.pid }, 'worker listens')
      return url
    })
    this.#turn = begun.catch(() => undefined)
    return begun
  }

  /**
   * With PORT=0, all share the port that the first was given, for as long as any of them listens. When none is left, that
   * port is asked for by its number.
   */
  #configNow(): Config {
    const isAnyListening = [...this.#members.values()].some(member => member.isListening())
    if (this.#url !== null && !isAnyListening) {
      this.#port = Number(new URL(this.#url).port) || this.#config.port
    }
    return { ...this.#config, port: this.#port, demo: false, workers: 1 }
  }

  /** Settles with the end that came after the crew was told to stop; null where it had no worker at that moment. */
  async #keep(first: ForkedWorker): Promise<Ending | null> {
    const { signal } = this.#stopping
    let member = first
    let pauseMs = 0
    for (;;) {
      const ending = await member.ended
      if (signal.aborted) return ending
      this.deaths += 1
      pauseMs = pauseBefore(ending.listenedMs ?? 0, pauseMs)
      this.#log.warn({ ...described(member, ending), pauseMs }, 'worker ended, another takes its place')
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return null
      try {
        member = this.#fork(first.number)
        void this.#begin(member)
      } catch (error) {
        this.#log.error({ err: error }, 'worker cannot be started')
      }
    }
  }
}

const shortestPauseMs = 100
const longestPauseMs = 10_000
/** One that worked for so long did not end because of how it started. */
const steadyMs = 10_000

/** None after a steady life; twice the previous one where they end at once again and again. */
export function pauseBefore(listenedMs: number, previousPauseMs: number): number {
  if (listenedMs >= steadyMs) return 0
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, previousPauseMs * 2))
}

function described({ number, pid }: ForkedWorker, { code, signal, failure }: Ending) {
  return { number, pid, ...(failure ? { reason: failure.message } : { code, signal }) }
}

const howItEnded = ({ code, signal }: Ending): string => signal ?? `exit code ${code}`

function failedStart({ number }: ForkedWorker, ending: Ending): Error {
  const advice = 'Start again, with fewer workers where memory is short.'
  return (
    ending.failure ??
    new Failure(`Worker ${number} ended before it listened (${howItEnded(ending)}). ${advice}`)
  )
}

/** One that never listened had nothing under way. */
function requireCalm(ending: Ending): void {
  if (ending.listenedMs === null || ending.code === 0) return
  throw new Failure(
    `A worker ended before it had stopped (${howItEnded(ending)}). What it had under way was not answered.`,
  )
}
