/** Clients that send byte by byte, stop in the middle, or close their half of the connection. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../support/random.ts'
import { type RawRequest, trickle } from './connection.ts'

const clients = 3
/** Number of bytes sent one by one at the end of a request; each takes a pause. */
const trickledBytesMax = 120
const pauseMsMax = 15
/** Maximum wait for the last slow requests at the end of a run. */
const stopMsMax = 5_000

interface SlowWrite {
  /** The service has to reply. */
  getsReply: boolean
  write(socket: Socket, bytes: Buffer, random: Random): Promise<void>
}

const slowWrites: SlowWrite[] = [
  // The end, byte by byte.
  {
    getsReply: true,
    async write(socket, bytes, random) {
      const from = Math.max(0, bytes.length - random.between(1, trickledBytesMax))
      await trickle(socket, bytes, from, random.between(1, pauseMsMax))
    },
  },
  // All of it, then close our half. Node's server does not reply after that, unless it already has.
  {
    getsReply: false,
    async write(socket, bytes) {
      socket.end(bytes)
    },
  },
  // A part of it, then close our half.
  {
    getsReply: false,
    async write(socket, bytes, random) {
      socket.end(bytes.subarray(0, random.below(bytes.length)))
    },
  },
  // A part of it, then drop the connection.
  {
    getsReply: false,
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
      const { getsReply, write } = random.pick(slowWrites)
      // A request that needs no reply is treated like one with broken framing.
      await send({ ...request, last: request.last || !getsReply }, (socket, bytes) =>
        write(socket, bytes, random),
      )
    }
  }
  const loops = Promise.all(Array.from({ length: clients }, loop))
  // `stop`, which is always called, passes on a failure.
  loops.catch(() => undefined)
  return {
    async stop() {
      stopping = true
      await Promise.race([loops, sleep(stopMsMax)])
    },
  }
}
