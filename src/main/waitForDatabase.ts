/** A service may start before its database, as after a power cut: it waits, says so once, and is quiet until the end. */
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

/** Tries again for as long as the reason may pass by itself. Any other is thrown at once. */
export async function inPatience<Result>(
  open: () => Promise<Result>,
  url: string,
  waiting: Waiting = { secondsMax: 0, announce: () => undefined },
): Promise<Result> {
  // Counted from the first failure: on a busy machine, the first try may take its time.
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

/** Every line of a service's standard error is one of its log. */
export const patienceOf = (config: Config, log: Logger): Waiting => ({
  secondsMax: config.databaseWaitSeconds,
  announce: line => {
    log.warn(line)
    log.flush()
  },
})

/** Somebody waits for a command: it has less patience than a service, which may start before its database. */
const commandSecondsMax = 5

export const commandPatience = ({ databaseWaitSeconds }: Config): Waiting => ({
  secondsMax: Math.min(commandSecondsMax, databaseWaitSeconds),
  announce: line => void process.stderr.write(`florin: ${line}\n`),
})
