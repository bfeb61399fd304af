/** Sends pipelined requests on a raw connection and assigns the replies to them. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ReadReply, ReplyReader } from './replies.ts'

export interface RawRequest {
  method: string
  bytes: Buffer
  /** Breaks the framing: it may never get a reply, and nothing can follow it on the same connection. */
  last: boolean
  /** Gets a reply, after which the service closes the connection. */
  closes?: boolean
}

export interface Exchanged {
  /** In the order of the requests; fewer than the requests if the connection ended early. */
  replies: ReadReply[]
  /** A well-framed request, the one after the last reply, got no reply in time. */
  timedOut: boolean
}

/** All replies arrived, the connection ended before that, or time ran out. */
type How = 'whole' | 'cut' | 'late'

type Write = (socket: Socket, bytes: Buffer) => Promise<void>

export const replyMsMax = 20_000
/** Some broken requests never get a reply, because the service waits for the rest. */
export const brokenMsMax = 100

const allAtOnce: Write = async (socket, bytes) => {
  socket.write(bytes)
}

/** One connection, reused for several batches until either side closes it. */
export class Line {
  readonly #port: number
  #socket: Socket | null = null

  constructor(port: number) {
    this.#port = port
  }

  async send(
    requests: readonly RawRequest[],
    brokenMs = brokenMsMax,
    write: Write = allAtOnce,
  ): Promise<Exchanged> {
    const socket = this.#open()
    const reader = new ReplyReader(requests.map(({ method }) => method))
    const framed = requests.filter(({ last }) => !last).length
    const replies: ReadReply[] = []
    let end: (how: How) => void = () => undefined
    let fail: (error: unknown) => void = () => undefined
    const ended = new Promise<How>((resolve, reject) => {
      end = resolve
      fail = reject
    })
    let written = false
    let patience: NodeJS.Timeout | undefined
    const wait = () => {
      clearTimeout(patience)
      const isBroken = written && replies.length >= framed
      patience = setTimeout(() => end(isBroken ? 'cut' : 'late'), isBroken ? brokenMs : replyMsMax)
    }
    const take = (piece: Buffer) => {
      try {
        replies.push(...reader.take(piece))
      } catch (error) {
        fail(error)
      }
      if (replies.at(-1)?.closes) end('cut')
      else if (replies.length >= requests.length) end('whole')
      else wait()
    }
    const cut = () => end('cut')
    socket.on('data', take).on('end', cut).on('close', cut)
    wait()
    // Our own writing may take long; the timeout starts when it is done.
    write(socket, Buffer.concat(requests.map(({ bytes }) => bytes))).then(() => {
      written = true
      wait()
    }, cut)
    let how: How = 'cut'
    try {
      how = await ended
    } finally {
      clearTimeout(patience)
      socket.off('data', take).off('end', cut).off('close', cut)
      if (how !== 'whole' || requests.some(({ last }) => last)) this.close()
    }
    return { replies, timedOut: how === 'late' }
  }

  #open(): Socket {
    if (this.#socket?.writable && !this.#socket.readableEnded) return this.#socket
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    // `close` follows, which is all we need.
    socket.on('error', () => undefined)
    this.#socket = socket
    return socket
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = null
  }
}

/** The same, on a connection that is closed afterwards. */
export async function exchange(
  port: number,
  requests: readonly RawRequest[],
  brokenMs = brokenMsMax,
  write: Write = allAtOnce,
): Promise<Exchanged> {
  const line = new Line(port)
  try {
    return await line.send(requests, brokenMs, write)
  } finally {
    line.close()
  }
}

/** Sends byte by byte with pauses, from the given position on. */
export async function trickle(socket: Socket, bytes: Buffer, from: number, pauseMs: number): Promise<void> {
  socket.write(bytes.subarray(0, from))
  for (let at = from; at < bytes.length && socket.writable; at += 1) {
    socket.write(bytes.subarray(at, at + 1))
    await sleep(pauseMs)
  }
}
