/**
 * Clients that send one write after the other on keep-alive connections, and record how each connection ended.
 * They reconnect until nothing listens any more.
 */
import { connect, type Socket } from 'node:net'
import { iban } from '../support/builders.ts'
import type { Serving } from '../support/program.ts'
import { payeeHead } from './rawConnection.ts'

export interface Tally {
  /** Ids of payees whose creation the service confirmed. */
  acknowledged: string[]
  statuses: number[]
  /** Replies with Connection: close. */
  lastReplies: number
  /** Connections that the service reset. */
  resets: number
  /** Requests whose connection ended in order, but without a reply. */
  unanswered: number
  refused: number
}

interface Target {
  url: string
  secret: string
  companyId: string
}

export function busyClients(target: Target, count: number): { tally: Tally; done: Promise<unknown> } {
  const tally = { acknowledged: [], statuses: [], lastReplies: 0, resets: 0, unanswered: 0, refused: 0 }
  return { tally, done: Promise.all(Array.from({ length: count }, () => busyClient(target, tally))) }
}

/** Until nothing listens any more. */
async function busyClient(target: Target, tally: Tally): Promise<void> {
  const { hostname, port } = new URL(target.url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const connected = await new Promise<string | null>(settle => {
      socket.once('connect', () => settle(null))
      socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? 'unknown'))
    })
    if (connected === 'ECONNREFUSED') {
      tally.refused += 1
      return
    }
    if (connected !== null) tally.resets += 1
    else await converse(socket, target, tally)
  }
}

/** One write after the other, until the connection ends. */
function converse(socket: Socket, target: Target, tally: Tally): Promise<void> {
  return new Promise(settle => {
    let received = ''
    let isWaiting = false
    const send = () => {
      isWaiting = true
      socket.write(request(target))
    }
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
      const reply = /^HTTP\/1\.1 (\d+).*?\r\n\r\n/s.exec(received)
      const length = Number(/content-length: (\d+)/i.exec(reply?.[0] ?? '')?.[1] ?? 0)
      if (reply === null || received.length < reply[0].length + length) return
      const body = received.slice(reply[0].length, reply[0].length + length)
      received = received.slice(reply[0].length + length)
      isWaiting = false
      tally.statuses.push(Number(reply[1]))
      if (reply[1] === '201') tally.acknowledged.push(JSON.parse(body).id)
      if (/connection: close/i.test(reply[0])) tally.lastReplies += 1
      else send()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') tally.resets += 1
    })
    socket.on('end', () => {
      if (isWaiting) tally.unanswered += 1
    })
    socket.on('close', () => settle())
    send()
  })
}

function request({ secret, companyId }: Target): string {
  const body = JSON.stringify({ companyId, name: 'Busy', iban: iban() })
  return payeeHead(secret, body, false) + body
}

/** Stops the service under load, and returns what the clients saw. */
export async function stopUnderLoad(service: Serving, target: Omit<Target, 'url'>, count: number) {
  const { tally, done } = busyClients({ ...target, url: service.url }, count)
  while (tally.acknowledged.length < 5 * count) await new Promise(resolve => setTimeout(resolve, 5))
  const { code } = await service.program.stop()
  await done
  return { tally, code }
}
