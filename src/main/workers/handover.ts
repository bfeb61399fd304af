/**
 * Fixes two gaps in node's cluster module for connections that are being handed from the primary to a worker. There is no
 * public API for this, so it reads and sends the module's internal messages. If another version of node changes them,
 * nothing matches and this has no effect.
 *
 * A killed worker: the primary keeps a connection until the worker acknowledges it. A dead worker never does, and the
 * client would wait until it times out. So we send the acknowledgement in its place, and node closes the connection.
 *
 * Shutdown: a worker that closes its server refuses connections that are still being handed over, and after the last one
 * nobody is left to accept them. So the primary stops listening first: we tell node that the workers have closed, while
 * they still accept what was already handed to them.
 */
import type { Worker } from 'node:cluster'
import { setImmediate as turn } from 'node:timers/promises'

interface ClusterMessage {
  cmd?: unknown
  act?: unknown
  seq?: unknown
  key?: unknown
}

const clusterCommand = 'NODE_CLUSTER'

/** Number of connections handed to any worker. */
let handed = 0

export interface Handovers {
  /** Call once the worker is dead and out of the rotation. */
  closeLost(): void
  /** Sends no new connections to the worker. Once this is true for all workers, the primary stops listening. */
  shut(): void
}

export function watchHandovers(worker: Worker): Handovers {
  const child = worker.process
  // Connections are handed over one at a time, so only the last can be unacknowledged.
  let last: unknown = null
  const keys = new Set<unknown>()
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (message: ClusterMessage, ...rest: unknown[]) => {
    if (message.cmd === clusterCommand) {
      if (message.key !== undefined) keys.add(message.key)
      if (message.act === 'newconn') {
        last = message.seq
        handed += 1
      }
    }
    return send(message, ...rest)
  }
  const emit = (message: object) => child.emit('internalMessage', { cmd: clusterCommand, ...message })
  return {
    closeLost() {
      if (last !== null) emit({ ack: last, accepted: true })
    },
    shut() {
      for (const key of keys) emit({ act: 'close', key })
    },
  }
}

const turnsMax = 50

/** Waits until no more connections are being handed over, so that none is left in the listening queue. */
export async function untilNoneHandedOver(): Promise<void> {
  let before = -1
  for (let turns = 0; turns < turnsMax && before !== handed; turns += 1) {
    before = handed
    // Two turns: the first may only end the current one.
    await turn()
    await turn()
  }
}
