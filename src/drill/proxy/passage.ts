/** Passing a request on to Florin, and the record of what the client got. */

import type { FaultKind } from '../faults.ts'
import type { Mistakes } from '../mistakes.ts'
import type { DrillRecord, InjectedFault } from '../record.ts'
import { isObject, parseJson, rowsOf } from '../rows.ts'
import { type Answer, type Ask, reasonOf } from '../upstream.ts'
import type { Writer } from '../writer.ts'
import type { Exchange } from './exchange.ts'
import { drillError, sendWhole } from './replies.ts'
import type { Resyncs } from './resync.ts'

export interface PassageParts {
  /** Up to and including /v1. */
  upstream: URL
  ask: Ask
  record: DrillRecord
  mistakes: Mistakes
  resyncs: Resyncs
  writer: Writer | null
  silenceMs: number
  /** Ends early, without an error, when the signal is set. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Called for each fault. */
  tell(fault: InjectedFault): void
}

export class Passage {
  readonly parts: PassageParts

  constructor(parts: PassageParts) {
    this.parts = parts
  }

  fault(kind: FaultKind, exchange: Exchange): InjectedFault {
    const fault = this.parts.record.addFault(kind, exchange.number, exchange)
    this.parts.tell(fault)
    return fault
  }

  async pass(exchange: Exchange): Promise<void> {
    await this.deliver(exchange, await this.ask(exchange))
  }

  /** Asks upstream. The answer to a client that has gone is not waited for, unless it is a write. */
  async ask(exchange: Exchange): Promise<Answer> {
    const { method, headers, body, target, gone } = exchange
    const { ask, upstream, record, resyncs } = this.parts
    try {
      const answer = await ask({
        method,
        url: new URL(`${upstream.href}${target}`),
        headers: body.length > 0 ? { ...headers, 'content-length': String(body.length) } : headers,
        body: body.length > 0 ? body : undefined,
        signal: exchange.kind === 'write' ? undefined : gone,
      })
      if (exchange.follower === null || !resyncs.isWalking(exchange.follower) || answer.status !== 200)
        return answer
      const page = resyncs.withoutOldDeletions(exchange.follower, parseJson(answer.body.toString('utf8')))
      return { ...answer, body: Buffer.from(JSON.stringify(page)) }
    } catch (error) {
      if (!gone.aborted) record.addTrouble(`Request ${exchange.number}: ${reasonOf(error)}.`)
      return drillError(
        502,
        'DRILL_UPSTREAM',
        `The service behind the drill cannot be reached: ${reasonOf(error)}.`,
      )
    }
  }

  /** Sends the answer, and notes what the client has now. */
  async deliver(exchange: Exchange, answer: Answer): Promise<boolean> {
    const { record, mistakes, resyncs } = this.parts
    const arrived = await sendWhole(exchange.response, answer, exchange.requestId)
    if (!arrived || answer.status >= 400) return arrived
    record.settle(exchange.fingerprint)
    mistakes.answered(exchange)
    if (exchange.kind === 'write' || answer.status !== 200) return true
    const body = parseJson(answer.body.toString('utf8'))
    record.addRows(rowsOf(exchange.path, body), exchange.number, null)
    if (exchange.follower === null) return true
    resyncs.delivered(exchange.follower, body)
    if (isObject(body) && body.upToDate === true && typeof body.clock === 'string') record.clock = body.clock
    return true
  }

  /** The answer will not arrive whole. */
  tear(exchange: Exchange, answer: Answer, fault: InjectedFault): void {
    const { record } = this.parts
    record.open(exchange.fingerprint, fault)
    record.addRows(rowsOf(exchange.path, parseJson(answer.body.toString('utf8'))), exchange.number, fault)
  }
}
