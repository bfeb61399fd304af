/**
 * A socket that reads into one buffer over and over. Node would otherwise make a new one of 64 kB for each piece that
 * comes in, and a page comes in four pieces.
 */
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net'

const bufferBytes = 64 * 1024

export interface WireSocket {
  socket: Socket
  /** From now on what comes in goes there and nowhere else. A chunk is overwritten by the next. */
  onChunk(take: (chunk: Buffer) => void): void
}

export function openWireSocket(): WireSocket {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes)
  // At first for whoever opens the connection, and keeps what comes in.
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
  // Node documents it for a socket, and its types have it for connect alone.
  const options: SocketConstructorOpts & { onread: OnReadOpts } = { onread }
  const socket = new Socket(options)
  return {
    socket,
    onChunk(taker) {
      take = taker
    },
  }
}
