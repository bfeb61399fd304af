/** Requests of the client: which fault is due, and whether a cursor is still refused. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type RequestKind, requestKinds } from '../faults.ts'
import type { InjectedFault } from '../record.ts'
import { dueFault, type Schedule } from '../schedule.ts'
import { type Exchange, readExchange } from './exchange.ts'
import { injections } from './injections.ts'
import { Passage, type PassageParts } from './passage.ts'
import { drillError, resyncRequired, sendWhole } from './replies.ts'

/** A cursor that is used once more after this many refusals is a mistake for certain. */
const refusalsMin = 2

export class FaultyProxy {
  readonly #schedule: Schedule
  readonly #parts: PassageParts
  readonly #passage: Passage
  /** How many requests of each kind there were. */
  readonly #counts = Object.fromEntries(requestKinds.map(kind => [kind, 0])) as Record<RequestKind, number>

  constructor(schedule: Schedule, parts: PassageParts) {
    this.#schedule = schedule
    this.#parts = parts
    this.#passage = new Passage(parts)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { record, upstream } = this.#parts
    const base = upstream.pathname
    const reading = await readExchange(request, response, base, () => record.nextRequest())
    if (reading.ok) return await this.#exchange(reading.exchange)
    if (reading.reason === 'gone') return
    const answer =
      reading.reason === 'too large'
        ? drillError(413, 'BODY_TOO_LARGE', 'The body is longer than the drill accepts, which is 1 MiB.')
        : drillError(404, 'UNKNOWN_PATH', `The drill passes on only what is below ${base}/.`)
    await sendWhole(response, answer, 'req_drill')
    if (!request.complete) request.destroy()
  }

  async #exchange(exchange: Exchange): Promise<void> {
    const { mistakes, record, resyncs } = this.#parts
    const { kind, follower, hasCursor } = exchange
    const due = dueFault(this.#schedule, kind, this.#counts[kind])
    this.#counts[kind] += 1
    mistakes.check(exchange)
    if (follower !== null) {
      const refused = resyncs.refuses(follower, hasCursor)
      if (refused !== null) return await this.#refuseCursor(exchange, follower, refused)
      if (!hasCursor) record.settle(follower)
    }
    const isAnswered = due !== null && (await injections[due.kind](this.#passage, exchange, due))
    if (!isAnswered) await this.#passage.pass(exchange)
  }

  async #refuseCursor(exchange: Exchange, follower: string, fault: InjectedFault): Promise<void> {
    const { mistakes, resyncs } = this.#parts
    const arrived = await sendWhole(exchange.response, resyncRequired(), exchange.requestId)
    // The first refusal may have come too late for a client that had given up waiting.
    if (!arrived || resyncs.tell(follower) < refusalsMin) return
    const sentence =
      'The cursor was used again and again after RESYNC_REQUIRED, instead of starting without one.'
    mistakes.add('old-cursor', exchange.number, fault, sentence)
  }
}
