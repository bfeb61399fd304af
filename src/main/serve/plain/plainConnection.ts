/**
 * A connection whose requests are plain so far. They are read and answered here, one after the other, without node's
 * HTTP parser and its objects. With the first bytes that are anything else, node takes the connection over, for good.
 */
import type { Socket } from 'node:net'
import { headersTimeoutMs, keepAliveTimeoutMs } from '../../requestLimits.ts'
import { replyOn, requestTimeout } from '../rawReply.ts'
import { type PlainHead, readPlainHead } from './plainHead.ts'
import { PlainReply, PlainRequest } from './plainReply.ts'

export interface PlainHandler {
  /** False if the connection is about to be closed. Otherwise the reply will come. */
  answer(request: PlainRequest, reply: PlainReply): boolean
  /** Makes the connection node's. It has read nothing of it. */
  takeOver(socket: Socket): void
}

export class PlainConnection {
  readonly #socket: Socket
  readonly #handler: PlainHandler
  #last: PlainHead | null = null
  #isBusy = false
  /** Our side is closed or about to be, so whatever still arrives is discarded. */
  #isOver = false
  /** What arrived while a request was being answered. The socket is paused, so it is at most one chunk. */
  #early: Buffer | null = null

  constructor(socket: Socket, handler: PlainHandler) {
    this.#socket = socket
    this.#handler = handler
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('error', this.#onError)
    socket.on('timeout', this.#onTimeout)
    socket.setTimeout(headersTimeoutMs)
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isOver) return
    if (this.#isBusy) {
      this.#socket.pause()
      this.#early = bytes
      return
    }
    const head = readPlainHead(bytes, this.#last)
    if (head === null) {
      this.#leaveToNode(bytes)
      return
    }
    // The time for the first request has ended; from now on the connection may be idle for longer.
    if (this.#last === null) this.#socket.setTimeout(keepAliveTimeoutMs)
    this.#last = head
    this.#isBusy = true
    const request = new PlainRequest(head, this.#socket)
    this.#isOver = !this.#handler.answer(request, new PlainReply(request, this.#afterReply))
  }

  /** A client that reads slowly gets its next reply once it has read this one. */
  readonly #afterReply = (): void => {
    if (this.#socket.writableNeedDrain) this.#socket.once('drain', this.#next)
    else this.#next()
  }

  readonly #next = (): void => {
    this.#isBusy = false
    const early = this.#early
    if (early === null) return
    this.#early = null
    this.#socket.resume()
    this.#onData(early)
  }

  #leaveToNode(bytes: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('error', this.#onError)
    socket.off('timeout', this.#onTimeout)
    socket.setTimeout(0)
    // Paused, as what is put back would otherwise be lost before node listens.
    socket.pause()
    socket.unshift(bytes)
    this.#handler.takeOver(socket)
    socket.resume()
  }

  /** The client has ended its side. Like node, we end ours, even if a reply is still to come. */
  readonly #onEnd = (): void => {
    this.#socket.end()
  }

  readonly #onError = (): void => {
    this.#socket.destroy()
  }

  readonly #onTimeout = (): void => {
    if (this.#isBusy) return
    if (this.#last === null) replyOn(this.#socket, requestTimeout())
    else this.#socket.destroy()
  }
}
