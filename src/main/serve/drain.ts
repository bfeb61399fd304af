/**
 * Shuts down a server gracefully. Every request that reached the app gets a reply, and the last reply on each connection
 * has `Connection: close`, so that no client sends another request to a closed connection.
 *
 * 1. The listening socket closes first, once no new connection waits in its queue; the system would reset those.
 * 2. An idle connection stays open for a moment, so that a busy client can still send its next request.
 * 3. A connection is never simply destroyed: bytes that arrive at a closed socket make the system send a reset, which can
 *    destroy a reply that the client has not read yet. We end our side and keep reading until the client closes too.
 *    What it sends meanwhile is discarded and never reaches the app.
 * 4. At the deadline, requests that have not arrived completely get a 503. A moment later, so do reads that are still
 *    running. Writes that are still running get a reply that says their outcome is unknown.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { PlainReply } from './plain/plainReply.ts'
import { replyOn, stopping, unfinished } from './rawReply.ts'

export interface DrainLimits {
  /** How long a connection may be idle before it is closed. */
  idleMsMax: number
  /** How long to keep reading after ending our side. */
  lingerMsMax: number
  /** The time limit for the whole shutdown. */
  drainMsMax: number
}

export const drainLimits: DrainLimits = { idleMsMax: 500, lingerMsMax: 1_000, drainMsMax: 8_500 }

const checkMs = 50
/** Time to send the last replies. */
const lastRepliesMs = 250
/** Maximum number of event loop turns to wait while new connections keep arriving. */
const turnsMax = 50

type PendingReply = ServerResponse | PlainReply

interface Line {
  /** Replies that are not complete, in the order of their requests. */
  pending: PendingReply[]
  /** How often it was found idle. Counts checks instead of time, so that a stall of this process counts only once. */
  idleChecks: number
  /** Bytes read when the last request was complete. More than that is a partial request. */
  bytesRead: number
  /** The last reply announces the close, or our side is already closed. */
  isEnding: boolean
  /** Called for each of node's responses, with that as `this`. */
  noteClose(this: ServerResponse): void
}

function lineOf(socket: Socket): Line {
  const line: Line = {
    pending: [],
    idleChecks: 0,
    bytesRead: 0,
    isEnding: false,
    noteClose() {
      noteEnd(line, socket, this)
    },
  }
  return line
}

function noteEnd(line: Line, socket: Socket, reply: PendingReply): void {
  line.pending = line.pending.filter(each => each !== reply)
  noteRead(line, socket)
}

function noteRead(line: Line, socket: Socket): void {
  line.idleChecks = 0
  line.bytesRead = socket.bytesRead
}

export class Drain {
  readonly #server: Server
  readonly #limits: DrainLimits
  readonly #lines = new Map<Socket, Line>()
  /** For TLS, also sockets that have not completed the handshake. */
  readonly #sockets = new Set<Socket>()
  #connections = 0
  #isDraining = false

  constructor(server: Server, isTls: boolean, limits: DrainLimits = drainLimits) {
    this.#server = server
    this.#limits = limits
    server.on('connection', (socket: Socket) => {
      this.#connections += 1
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#lines.set(socket, lineOf(socket))
      socket.once('close', () => this.#lines.delete(socket))
    })
  }

  /** Whether to pass the request to the app. False once the connection's close has been announced. */
  accepts(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const line = this.#lines.get(socket)
    if (line === undefined) return true
    if (line.isEnding) {
      request.resume()
      return false
    }
    line.pending.push(response)
    // One listener for all requests of a connection, and none for bodies that do not come, because each costs time.
    response.on('close', line.noteClose)
    // The reply may be sent before the whole body has arrived.
    if (hasBody(request)) request.once('end', () => noteRead(line, socket))
    return true
  }

  /** The same for a plain request. */
  acceptsPlain(reply: PlainReply): boolean {
    const line = this.#lines.get(reply.socket)
    if (line === undefined) return true
    if (line.isEnding) return false
    line.pending.push(reply)
    return true
  }

  /** Must be called when a plain reply was written. */
  afterPlain(reply: PlainReply): void {
    const line = this.#lines.get(reply.socket)
    if (line !== undefined) noteEnd(line, reply.socket, reply)
  }

  /** Must be called before the headers of a reply are written. */
  beforeHead(response: PendingReply): void {
    if (!this.#isDraining) return
    const { socket } = response.req
    const line = this.#lines.get(socket)
    // If the connection has more pending requests, the last one closes it.
    if (line === undefined || line.pending.at(-1) !== response) return
    response.shouldKeepAlive = false
    this.#markLast(socket, line)
  }

  /** Node calls `destroySoon` after the last reply. The original would drop what the client is still sending. */
  #markLast(socket: Socket, line: Line): void {
    line.isEnding = true
    socket.destroySoon = () => this.#endGracefully(socket)
  }

  async close(): Promise<void> {
    const { drainMsMax } = this.#limits
    await this.#untilQuiet()
    const ended = new Promise<void>(settle => {
      // The HTTP server's own close() would drop idle connections at once.
      NetServer.prototype.close.call(this.#server, () => settle())
    })
    this.#isDraining = true
    const check = setInterval(() => this.#endIdle(), checkMs)
    const deadline = setTimeout(() => this.#rejectPartial(), drainMsMax)
    const lastReplies = setTimeout(() => this.#replyToAll(), drainMsMax + lastRepliesMs)
    const lastEnd = setTimeout(() => this.#destroyAll(), drainMsMax + 2 * lastRepliesMs)
    this.#endIdle()
    await ended
    clearInterval(check)
    for (const timer of [deadline, lastReplies, lastEnd]) clearTimeout(timer)
    // No connection is left; this only stops the server's timer.
    this.#server.close()
  }

  /** Accepts the connections that wait in the system's queue. */
  async #untilQuiet(): Promise<void> {
    let before = -1
    for (let turns = 0; turns < turnsMax && before !== this.#connections; turns += 1) {
      before = this.#connections
      // Two turns: the first may end the current one before node has polled the socket.
      await turn()
      await turn()
    }
  }

  #endIdle(): void {
    for (const [socket, line] of this.#lines) {
      const isIdle = line.pending.length === 0 && socket.bytesRead === line.bytesRead
      if (!isIdle || line.isEnding) continue
      line.idleChecks += 1
      if (line.idleChecks * checkMs < this.#limits.idleMsMax) continue
      line.isEnding = true
      this.#endGracefully(socket)
    }
  }

  #endGracefully(socket: Socket): void {
    socket.end()
    const linger = setTimeout(() => socket.destroy(), this.#limits.lingerMsMax)
    socket.once('close', () => clearTimeout(linger))
  }

  /** A partial request has changed nothing, so 503 is correct. Others get a moment longer. */
  #rejectPartial(): void {
    for (const [socket, line] of this.#lines) {
      const [first] = line.pending
      if (first === undefined && !line.isEnding) replyOn(socket, stopping())
      else if (first && !first.req.complete && !first.headersSent) {
        this.#markLast(socket, line)
        stopping().writeTo(first)
      }
    }
  }

  /** A write in progress may still be saved while the store closes. The app's own reply is discarded from now on. */
  #replyToAll(): void {
    for (const [socket, line] of this.#lines) {
      const open = line.pending.filter(({ headersSent }) => !headersSent)
      for (const response of open) {
        const isLast = response === open.at(-1)
        if (isLast) this.#markLast(socket, line)
        const { complete, method } = response.req
        const reply = complete ? unfinished(method) : stopping()
        reply.writeTo(response, isLast)
      }
    }
  }

  #destroyAll(): void {
    for (const socket of [...this.#lines.keys(), ...this.#sockets]) socket.destroy()
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
