/**
 * A socket that reuses one read buffer. By default Node allocates 64 kB for each chunk, and a page arrives in four
 * chunks.
 */
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'

const bufferBytes = 64 * 1024

export interface WireSocket {
  socket: Socket
  /** From now on, chunks go only to `take`. The next chunk overwrites the last. */
  onChunk(take: (chunk: Buffer) => void): void
}

export function openWireSocket(): WireSocket {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  // During login the driver listens, and may keep the bytes.
  let take = (chunk: Buffer): void => {
    socket.emit('data', Buffer.from(chunk))
  }
  const onread: OnReadOpts = {
    buffer,
    callback(count) {
      take(buffer.subarray(0, count))
      return true
    },
  }
  // Documented for `new Socket`, but the types only have it for `connect`.
  const options: SocketConstructorOpts & { onread: OnReadOpts } = { onread }
  const socket = new Socket(options)
  return {
    socket,
    onChunk(taker) {
      take = taker
    },
  }
}
