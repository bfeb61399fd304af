/**
 * Two things that node's cluster module does not do for connections on their way from the primary to a worker. Nothing
 * public tells of them, so this reads and answers the module's own messages. Should another version of node word them
 * differently, none is found and nothing happens.
 *
 * A worker that was killed: node keeps a connection in the primary until the worker has said that it took it. A dead
 * worker never says so, and the client would wait for as long as it can. So we say it in its place, and node lets go.
 *
 * A service that stops: a worker that closes its server refuses what is still on its way, and once the last one has
 * closed nobody is left to take it. So the primary closes the door itself, before any worker knows of the end: node is
 * told that the workers have closed, and those still take what was handed to them.
 */
import type { Worker } from 'node:cluster'
import { setImmediate as turn } from 'node:timers/promises'

interface ClusterMessage {
  cmd?: unknown
  act?: unknown
  seq?: unknown
  key?: unknown
}

const clusterWord = 'NODE_CLUSTER'

/** Counts the connections handed to any worker. */
let handed = 0

export interface Handovers {
  /** To be called once the worker is dead and out of the turn. */
  closeLost(): void
  /** No new connection goes to the worker; when none may go to any worker, the address is given up. */
  shut(): void
}

export function watchHandovers(worker: Worker): Handovers {
  const child = worker.process
  // One is handed over after the other, so only the last may not have arrived.
  let last: unknown = null
  const keys = new Set<unknown>()
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (message: ClusterMessage, ...rest: unknown[]) => {
    if (message.cmd === clusterWord) {
      if (message.key !== undefined) keys.add(message.key)
      if (message.act === 'newconn') {
        last = message.seq
        handed += 1
      }
    }
    return send(message, ...rest)
  }
  const say = (message: object) => child.emit('internalMessage', { cmd: clusterWord, ...message })
  return {
    closeLost() {
      if (last !== null) say({ ack: last, accepted: true })
    },
    shut() {
      for (const key of keys) say({ act: 'close', key })
    },
  }
}

const turnsMax = 50

/** Waits for a moment in which no connection is handed over, so that none waits in the queue of the address. */
export async function untilNoneHandedOver(): Promise<void> {
  let before = -1
  for (let turns = 0; turns < turnsMax && before !== handed; turns += 1) {
    before = handed
    // Two, as the first may end the turn in which we were called.
    await turn()
    await turn()
  }
}
