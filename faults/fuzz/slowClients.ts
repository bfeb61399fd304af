/** Clients that send byte by byte, stop in the middle, or close their half of the connection. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../support/random.ts'
import { type RawRequest, trickle } from './connection.ts'

const clients = 3
/** Bytes that are sent one by one, from the end of the request: each takes a pause. */
const trickledBytesMax = 120
const pauseMsMax = 15
/** A run does not wait longer for the last slow requests. */
const stopMsMax = 5_000

interface SlowWrite {
  /** The service has to answer. */
  isAnswered: boolean
  write(socket: Socket, bytes: Buffer, random: Random): Promise<void>
}

const slowWrites: SlowWrite[] = [
  // The end, byte by byte.
  {
    isAnswered: true,
    async write(socket, bytes, random) {
      const from = Math.max(0, bytes.length - random.between(1, trickledBytesMax))
      await trickle(socket, bytes, from, random.between(1, pauseMsMax))
    },
  },
  // All of it, and then our half is closed. Node's server does not answer then, unless it already has.
  {
    isAnswered: false,
    async write(socket, bytes) {
      socket.end(bytes)
    },
  },
  // A part of it, and then our half is closed.
  {
    isAnswered: false,
    async write(socket, bytes, random) {
      socket.end(bytes.subarray(0, random.below(bytes.length)))
    },
  },
  // A part of it, and then the connection is gone.
  {
    isAnswered: false,
    async write(socket, bytes, random) {
      socket.write(bytes.subarray(0, random.below(bytes.length)))
      await sleep(random.below(pauseMsMax * 10))
      socket.destroy()
    },
  },
]

export type SendSlowly = (
  request: RawRequest,
  write: (socket: Socket, bytes: Buffer) => Promise<void>,
) => Promise<void>

export function startSlowClients(
  random: Random,
  source: () => RawRequest,
  send: SendSlowly,
): { stop(): Promise<void> } {
  let stopping = false
  const loop = async () => {
    while (!stopping) {
      const request = source()
      const { isAnswered, write } = random.pick(slowWrites)
      // What need not be answered is like a request with broken framing.
      await send({ ...request, last: request.last || !isAnswered }, (socket, bytes) =>
        write(socket, bytes, random),
      )
    }
  }
  const loops = Promise.all(Array.from({ length: clients }, loop))
  // `stop`, which is always called, passes a failure on.
  loops.catch(() => undefined)
  return {
    async stop() {
      stopping = true
      await Promise.race([loops, sleep(stopMsMax)])
    },
  }
}
