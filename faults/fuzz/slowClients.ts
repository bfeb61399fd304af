/** Clients that send byte by byte, stop in the middle, or close their half of the connection. */
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../support/random.ts'
import { exchange, type RawRequest, trickle } from './connection.ts'
import type { Target } from './target.ts'

const clients = 3
/** Bytes that are sent one by one, from the end of the request: each takes a pause. */
const trickledBytesMax = 120
const pauseMsMax = 15

type Write = (socket: Socket, bytes: Buffer, random: Random) => Promise<void>

const writes: Write[] = [
  // The end, byte by byte.
  async (socket, bytes, random) => {
    const from = Math.max(0, bytes.length - random.between(1, trickledBytesMax))
    await trickle(socket, bytes, from, random.between(1, pauseMsMax))
  },
  // All of it, and then our half is closed.
  async (socket, bytes) => {
    socket.end(bytes)
  },
  // A part of it, and then our half is closed.
  async (socket, bytes, random) => {
    socket.end(bytes.subarray(0, random.below(bytes.length)))
  },
  // A part of it, and then the connection is gone.
  async (socket, bytes, random) => {
    socket.write(bytes.subarray(0, random.below(bytes.length)))
    await sleep(random.below(pauseMsMax * 10))
    socket.destroy()
  },
]

export function startSlowClients(
  target: Target,
  random: Random,
  source: () => RawRequest,
  judge: (request: RawRequest, status: number | null) => void,
): { stop(): Promise<void> } {
  let stopping = false
  const loop = async () => {
    while (!stopping) {
      const request = { ...source(), last: true }
      const write = random.pick(writes)
      const statuses = await exchange(target.port, [request], socket => write(socket, request.bytes, random))
      judge(request, statuses[0] ?? null)
    }
  }
  const loops = Promise.all(Array.from({ length: clients }, loop))
  // A failure is told by stop, which is always called.
  loops.catch(() => undefined)
  return {
    async stop() {
      stopping = true
      await loops
    },
  }
}
