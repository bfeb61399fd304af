/** Waits for the database at start. A service may start before its database, for example after a power cut. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { describeHosts, readConnectionString } from '../postgres/door.ts'
import type { Config } from './config.ts'
import { PassingFailure } from './failure.ts'

export interface Waiting {
  secondsMax: number
  announce(line: string): void
}

const pauseMs = 250

/** Retries while the failure may go away by itself. Any other error is thrown at once. */
export async function waitingForDatabase<Result>(
  open: () => Promise<Result>,
  url: string,
  waiting: Waiting = { secondsMax: 0, announce: () => undefined },
): Promise<Result> {
  // Counted from the first failure, because the first attempt may be slow on a busy machine.
  let deadlineMs: number | null = null
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof PassingFailure) || waiting.secondsMax === 0) throw error
      if (deadlineMs === null) {
        deadlineMs = performance.now() + waiting.secondsMax * 1000
        waiting.announce(`Waiting for the database at ${placesOf(url)}, up to ${waiting.secondsMax} s …`)
      } else if (performance.now() > deadlineMs) throw error
      await sleep(pauseMs)
    }
  }
}

const placesOf = (url: string): string => describeHosts(readConnectionString(url))

/** A service writes only log lines to standard error, so the announcement goes to the log. */
export const serviceWaiting = (config: Config, log: Logger): Waiting => ({
  secondsMax: config.databaseWaitSeconds,
  announce: line => {
    log.warn(line)
    log.flush()
  },
})

/** Someone is waiting for a command, so it gives up sooner than a service. */
const commandSecondsMax = 5

export const commandWaiting = ({ databaseWaitSeconds }: Config): Waiting => ({
  secondsMax: Math.min(commandSecondsMax, databaseWaitSeconds),
  announce: line => void process.stderr.write(`florin: ${line}\n`),
})
