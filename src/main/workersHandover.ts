/**
 * Closes what was on its way to a worker that died. node keeps a connection in the primary until the worker has said
 * that it took it. A worker that was killed before never says so: the connection would stay open with nobody to answer,
 * and its client would wait for as long as it can. So the word is given in the worker's place, and node lets go of it.
 *
 * Nothing public tells which connection that is. This reads the messages of node's own cluster module; should another
 * version of node word them otherwise, none is found and nothing happens.
 */
import type { Worker } from 'node:cluster'

interface ClusterMessage {
  cmd?: unknown
  act?: unknown
  seq?: unknown
}

/** Gives the function to call once the worker is dead and out of the turn. */
export function watchHandovers(worker: Worker): () => void {
  const child = worker.process
  // One is handed over after the other, so that the last is the only one that may not have arrived.
  let last: unknown = null
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (message: ClusterMessage, ...rest: unknown[]) => {
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn') last = message.seq
    return send(message, ...rest)
  }
  return () => {
    if (last !== null) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: last, accepted: true })
  }
}
