/** Starts the workers, replaces those that exit, and stops them all. */
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
  #supervised: Promise<Ending | null>[] = []
  #turn: Promise<unknown> = Promise.resolve()
  #port: number
  #url: string | null = null
  /** Number of workers that exited unexpectedly. */
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

  /** Returns the address that all workers share. If one cannot start, this throws and the caller stops the others. */
  async start(): Promise<string> {
    const numbers = Array.from({ length: this.#config.workers }, (_, index) => index + 1)
    const members = numbers.map(number => this.#fork(number))
    let url = ''
    for (const member of members) {
      const listening = await this.#begin(member)
      if (listening === null) throw failedStart(member, await member.ended)
      url = listening
    }
    this.#supervised = members.map(member => this.#supervise(member))
    return url
  }

  /** Resolves when all workers have finished their requests and exited. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    // A worker exits by itself in time, unless it is frozen.
    const deadline = setTimeout(this.#killAll, shutdownMsMax)
    await untilNoneHandedOver()
    for (const member of this.#members.values()) member.shut()
    for (const member of this.#members.values()) member.stop()
    const endings = await Promise.all(this.#supervised)
    clearTimeout(deadline)
    process.off('exit', this.#killAll)
    for (const ending of endings) if (ending !== null) requireCleanExit(ending)
  }

  async kill(): Promise<void> {
    this.#stopping.abort()
    this.#killAll()
    await Promise.all([...this.#members.values()].map(({ ended }) => ended))
    process.off('exit', this.#killAll)
  }

  /** Also runs when the primary exits, for example on a second signal, so that no worker is left behind. */
  #killAll = (): void => {
    for (const member of this.#members.values()) member.kill()
  }

  #fork(number: number): ForkedWorker {
    const member = forkWorker(number)
    this.#members.set(number, member)
    return member
  }

  /**
   * One after the other: if two workers fail on a port at the same moment, node ends the primary. The workers have
   * already loaded the program by then, so this takes little time.
   */
  #begin(member: ForkedWorker): Promise<string | null> {
    const begun = this.#turn.then(async () => {
      const url = await member.begin(() => this.#configNow())
      if (url === null) return null
      this.#url ??= url
      if (url !== this.#url) {
        // The last listening worker has just exited and its port was released. The next worker requests it by number.
        member.kill()
        return null
      }
      this.#log.info({ number: member.number, pid: member.pid }, 'worker listening')
      return url
    })
    this.#turn = begun.catch(() => undefined)
    return begun
  }

  /**
   * With PORT=0, all workers share the port that the first one was given, as long as any of them listens. If none is
   * left, that port is requested by its number.
   */
  #configNow(): Config {
    const isAnyListening = [...this.#members.values()].some(member => member.isListening())
    if (this.#url !== null && !isAnyListening) {
      this.#port = Number(new URL(this.#url).port) || this.#config.port
    }
    return { ...this.#config, port: this.#port, demo: false, workers: 1 }
  }

  /** Resolves with how the worker exited after `stop`; null if there was no worker at that moment. */
  async #supervise(first: ForkedWorker): Promise<Ending | null> {
    const { signal } = this.#stopping
    let member = first
    let pauseMs = 0
    for (;;) {
      const ending = await member.ended
      if (signal.aborted) return ending
      this.deaths += 1
      pauseMs = pauseBefore(ending.listenedMs ?? 0, pauseMs)
      this.#log.warn({ ...described(member, ending), pauseMs }, 'worker exited, starting another')
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
/** A worker that ran this long did not exit because of a failed start. */
const steadyMs = 10_000

/** No pause after a long run. If workers keep exiting soon after their start, the pause doubles each time. */
export function pauseBefore(listenedMs: number, previousPauseMs: number): number {
  if (listenedMs >= steadyMs) return 0
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, previousPauseMs * 2))
}

function described({ number, pid }: ForkedWorker, { code, signal, failure }: Ending) {
  return { number, pid, ...(failure ? { reason: failure.message } : { code, signal }) }
}

const howItEnded = ({ code, signal }: Ending): string => signal ?? `exit code ${code}`

function failedStart({ number }: ForkedWorker, ending: Ending): Error {
  const advice = 'Try again, with fewer workers if memory is short.'
  return (
    ending.failure ??
    new Failure(`Worker ${number} exited before it was listening (${howItEnded(ending)}). ${advice}`)
  )
}

/** A worker that never listened had no requests. */
function requireCleanExit(ending: Ending): void {
  if (ending.listenedMs === null || ending.code === 0) return
  throw new Failure(
    `A worker exited before it had finished (${howItEnded(ending)}). Its open requests got no reply.`,
  )
}
