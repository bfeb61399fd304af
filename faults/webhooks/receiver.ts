/** Receives the messages of all webhooks over plain HTTP on loopback, by path, and takes its time to reply. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { undoLater } from '../../bench/support/cleanup.ts'
import type { Random } from '../support/random.ts'
import type { Arrived } from './chain.ts'

const replyMsMax = 60

export interface Receiver {
  url: string
  /** Says where the messages of a path go, also those that have arrived already. */
  pass(path: string, take: (arrived: Arrived) => void): void
  /** All messages so far. */
  readonly count: number
  /** Waits for the next message, which has not been replied to when this returns. */
  next(msMax: number): Promise<boolean>
}

export async function startReceiver(random: Random): Promise<Receiver> {
  const takers = new Map<string, (arrived: Arrived) => void>()
  /** A webhook may deliver before the command that made it has ended. */
  const early: { path: string; arrived: Arrived }[] = []
  const waiting = new Set<() => void>()
  let count = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece
    })
    request.on('error', () => undefined)
    request.on('end', async () => {
      count += 1
      const arrived = { headers: request.headers as Record<string, string>, body }
      const take = takers.get(request.url ?? '')
      if (take === undefined) early.push({ path: request.url ?? '', arrived })
      else take(arrived)
      for (const wake of waiting) wake()
      await sleep(random.below(replyMsMax))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  undoLater(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pass(path, take) {
      for (const each of early) if (each.path === path) take(each.arrived)
      takers.set(path, take)
    },
    get count() {
      return count
    },
    next: msMax =>
      new Promise(settle => {
        const end = (arrived: boolean) => {
          clearTimeout(timer)
          waiting.delete(wake)
          settle(arrived)
        }
        const wake = () => end(true)
        const timer = setTimeout(() => end(false), msMax)
        waiting.add(wake)
      }),
  }
}
