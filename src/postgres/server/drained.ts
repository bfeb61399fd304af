import type { Duplex } from 'node:stream'

/** Settles when the stream has room again, or closes first. */
export function drained(stream: Duplex): Promise<void> {
  return new Promise(settle => {
    const done = () => {
      stream.off('drain', done)
      stream.off('close', done)
      settle()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
