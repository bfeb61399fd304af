/**
 * Ends a server without breaking a promise to any client. Every request that reached the app gets an answer, and the
 * last one on each connection says `Connection: close`, so no client sends another request into a closed door.
 *
 * 1. The listening socket closes first, as soon as no new connection waits in its queue: the system would reset those.
 * 2. An idle connection stays open for a moment. A busy client sends its next request within it, and is answered.
 * 3. A connection is never just dropped: bytes that arrive at a closed socket make the system send a reset, which can
 *    destroy an answer that the client has not read yet. We say that we are done, and read on until the client has
 *    hung up too. What it sends meanwhile is thrown away, and never reaches the app.
 * 4. At the deadline, requests that have not arrived completely are answered with 503. A moment later so are reads that
 *    are still under way; of a change nobody knows then whether it will be stored, and its answer says that.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { replyOn, stopping, unfinished } from './unreadable.ts'

export interface DrainLimits {
  /** How long a connection may be idle before it is ended. */
  idleMsMax: number
  /** How long we read on after we have ended our side. */
  lingerMsMax: number
  /** How long all of it may take. */
  drainMsMax: number
}

export const drainLimits: DrainLimits = { idleMsMax: 500, lingerMsMax: 1_000, drainMsMax: 8_500 }

const lookMs = 50
/** Time for the last answers to leave. */
const lastWordsMs = 250
/** Turns of the event loop to wait for a quiet moment, where new connections keep coming. */
const turnsMax = 50

interface Line {
  /** Requests without a finished answer, in their order. */
  unanswered: { request: IncomingMessage; response: ServerResponse }[]
  /** How often it was found idle. Looks are counted rather than time, so that a stall of ours counts as one look. */
  idleLooks: number
  /** What had been read when the last request was complete: anything beyond is half a request. */
  bytesRead: number
  /** The last answer says that the connection closes, or our side is closed. */
  isEnding: boolean
}

export class Drain {
  readonly #server: Server
  readonly #limits: DrainLimits
  readonly #lines = new Map<Socket, Line>()
  /** Of a TLS server also those that have not shaken hands yet. */
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
      this.#lines.set(socket, { unanswered: [], idleLooks: 0, bytesRead: 0, isEnding: false })
      socket.once('close', () => this.#lines.delete(socket))
    })
  }

  /** Whether the app may see the request: not once its connection has been promised to close. */
  accepts(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const line = this.#lines.get(socket)
    if (line === undefined) return true
    if (line.isEnding) {
      request.resume()
      return false
    }
    const exchange = { request, response }
    line.unanswered.push(exchange)
    const noteRead = () => {
      line.idleLooks = 0
      line.bytesRead = socket.bytesRead
    }
    response.once('close', () => {
      line.unanswered.splice(line.unanswered.indexOf(exchange), 1)
      noteRead()
    })
    // The answer may come before the rest of the body. Without one, a listener would only cost time.
    if (hasBody(request)) request.once('end', noteRead)
    return true
  }

  /** To be called before the head of an answer is written. */
  beforeHead(response: ServerResponse): void {
    if (!this.#isDraining) return
    const { socket } = response.req
    const line = this.#lines.get(socket)
    // Where further requests are under way on the connection, the last of them closes it.
    if (line === undefined || line.unanswered.at(-1)?.response !== response) return
    response.shouldKeepAlive = false
    this.#isLast(socket, line)
  }

  /** Node calls `destroySoon` after the last answer. Its own way drops what the client may still be sending. */
  #isLast(socket: Socket, line: Line): void {
    line.isEnding = true
    socket.destroySoon = () => this.#endCalmly(socket)
  }

  async close(): Promise<void> {
    const { drainMsMax } = this.#limits
    await this.#untilQuiet()
    const ended = new Promise<void>(settle => {
      // That of node's HTTP server would drop idle connections at once.
      NetServer.prototype.close.call(this.#server, () => settle())
    })
    this.#isDraining = true
    const look = setInterval(() => this.#endIdle(), lookMs)
    const deadline = setTimeout(() => this.#giveUp(), drainMsMax)
    const lastWords = setTimeout(() => this.#answerAll(), drainMsMax + lastWordsMs)
    const lastEnd = setTimeout(() => this.#destroyAll(), drainMsMax + 2 * lastWordsMs)
    this.#endIdle()
    await ended
    clearInterval(look)
    for (const timer of [deadline, lastWords, lastEnd]) clearTimeout(timer)
    // Now that no connection is left, it only stops its timer.
    this.#server.close()
  }

  /** Connections that wait in the system's queue are taken first. */
  async #untilQuiet(): Promise<void> {
    let before = -1
    for (let turns = 0; turns < turnsMax && before !== this.#connections; turns += 1) {
      before = this.#connections
      // Two, as the first may end the turn in which we were called, before node has looked at the socket.
      await turn()
      await turn()
    }
  }

  #endIdle(): void {
    for (const [socket, line] of this.#lines) {
      const isIdle = line.unanswered.length === 0 && socket.bytesRead === line.bytesRead
      if (!isIdle || line.isEnding) continue
      line.idleLooks += 1
      if (line.idleLooks * lookMs < this.#limits.idleMsMax) continue
      line.isEnding = true
      this.#endCalmly(socket)
    }
  }

  #endCalmly(socket: Socket): void {
    socket.end()
    const linger = setTimeout(() => socket.destroy(), this.#limits.lingerMsMax)
    socket.once('close', () => clearTimeout(linger))
  }

  /** A request whose body never came has changed nothing, and a 503 is true. Others wait a moment longer. */
  #giveUp(): void {
    for (const [socket, line] of this.#lines) {
      const [first] = line.unanswered
      if (first === undefined && !line.isEnding) replyOn(socket, stopping())
      else if (first && !first.request.complete && !first.response.headersSent) {
        this.#isLast(socket, line)
        stopping().writeTo(first.response)
      }
    }
  }

  /** What the app has begun may still be stored while the store closes; what it answers now is thrown away. */
  #answerAll(): void {
    for (const [socket, line] of this.#lines) {
      const open = line.unanswered.filter(({ response }) => !response.headersSent)
      for (const { request, response } of open) {
        const isLast = response === open.at(-1)?.response
        if (isLast) this.#isLast(socket, line)
        const answer = request.complete ? unfinished(request.method) : stopping()
        answer.writeTo(response, isLast)
      }
    }
  }

  #destroyAll(): void {
    for (const socket of [...this.#lines.keys(), ...this.#sockets]) socket.destroy()
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
