/**
 * Passes webhooks from Florin on to their receiver. Messages are delivered one at a time, in order and with their
 * bytes and signature unchanged; some twice, and some only after the next one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Mistakes } from '../mistakes.ts'
import type { DrillRecord, InjectedFault } from '../record.ts'
import { parseJson, rowsOfMessage } from '../rows.ts'
import { dueFault, type Schedule } from '../schedule.ts'
import { type Answer, type Ask, passedOn, readWhole, reasonOf } from '../upstream.ts'
import { drillError, sendWhole } from './replies.ts'

export interface CourierParts {
  schedule: Schedule
  receiver: URL
  ask: Ask
  record: DrillRecord
  mistakes: Mistakes
  /** A late message is delivered after this time even if no other follows it. */
  lateMs: number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  tell(fault: InjectedFault): void
}

interface Message {
  number: number
  headers: Record<string, string | string[]>
  body: Buffer
}

interface Late {
  message: Message
  fault: InjectedFault
  /** Set when it has been sent off. */
  sent: AbortController
}

export const webhookPath = '/drill/webhook'

/** Florin's messages have at most 128 kB. */
const messageBytesMax = 1024 * 1024
const attemptsMax = 3

export class Courier {
  readonly #parts: CourierParts
  #index = 0
  /** At most one message is late at a time. */
  #late: Late | null = null
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: CourierParts) {
    this.#parts = parts
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { record } = this.#parts
    const body = await readWhole(request, messageBytesMax).catch(() => null)
    if (body === null) {
      await sendWhole(
        response,
        drillError(413, 'BODY_TOO_LARGE', 'The drill accepts messages up to 1 MiB.'),
        'req_drill',
      )
      return
    }
    const message = { number: record.nextRequest(), headers: passedOn(request.headers), body }
    const answer = await new Promise<Answer>(settle => {
      void this.#inTurn(() => this.#take(message, settle))
    })
    await sendWhole(response, answer, `req_drill${message.number}`)
  }

  /** Delivers what is late now. */
  async flush(): Promise<void> {
    await this.#inTurn(() => this.#sendLate())
  }

  /** Florin gets its answer first, because it waits only so long; the next message waits for all of it. */
  async #take(message: Message, answer: (answer: Answer) => void): Promise<void> {
    const due = dueFault(this.#parts.schedule, 'webhook', this.#index)
    this.#index += 1
    if (due?.kind === 'webhook-late' && this.#late === null) return answer(this.#hold(message))
    const received = await this.#deliver(message)
    answer(received)
    if (!isTaken(received)) return
    if (due?.kind === 'webhook-doubled') await this.#again(message)
    await this.#sendLate()
  }

  #hold(message: Message): Answer {
    const late = { message, fault: this.#fault('webhook-late', message), sent: new AbortController() }
    this.#late = late
    void this.#parts.sleep(this.#parts.lateMs, late.sent.signal).then(() => {
      if (!late.sent.signal.aborted) return this.#inTurn(() => this.#sendLate())
      return undefined
    })
    return { status: 204, headers: {}, body: Buffer.alloc(0) }
  }

  async #again(message: Message): Promise<void> {
    const fault = this.#fault('webhook-doubled', message)
    await this.#insist(message, fault, 'a webhook that came a second time')
  }

  async #sendLate(): Promise<void> {
    const late = this.#late
    if (late === null) return
    this.#late = null
    late.sent.abort()
    await this.#insist(late.message, late.fault, 'a webhook that came late')
  }

  /** Florin will not repeat this one, so the drill does if the receiver has trouble. */
  async #insist(message: Message, fault: InjectedFault, what: string): Promise<void> {
    const { sleep, mistakes } = this.#parts
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#deliver(message)
      if (isTaken(answer)) return
      if (attempt === attemptsMax || answer.status < 500) {
        const sentence = `The receiver answered ${answer.status} to ${what}.`
        return mistakes.add('webhook-refused', message.number, fault, sentence)
      }
      await sleep(500 * attempt)
    }
  }

  async #deliver({ number, headers, body }: Message): Promise<Answer> {
    const { ask, receiver, record } = this.#parts
    try {
      const { status, headers: answered } = await ask({
        method: 'POST',
        url: receiver,
        headers: { ...headers, 'content-length': String(body.length) },
        body,
      })
      const answer = { status, headers: retryAfterOf(answered), body: Buffer.alloc(0) }
      if (isTaken(answer)) record.addMessageRows(rowsOfMessage(parseJson(body.toString('utf8'))), number)
      return answer
    } catch (error) {
      return drillError(502, 'DRILL_RECEIVER', `The receiver cannot be reached: ${reasonOf(error)}.`)
    }
  }

  #fault(kind: 'webhook-doubled' | 'webhook-late', { number }: Message): InjectedFault {
    const fault = this.#parts.record.addFault(kind, number, { method: 'POST', path: webhookPath })
    this.#parts.tell(fault)
    return fault
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }
}

const isTaken = ({ status }: Answer): boolean => status >= 200 && status < 300

const retryAfterOf = (headers: Answer['headers']): Answer['headers'] => {
  const seconds = headers['retry-after']
  return seconds === undefined ? {} : { 'retry-after': seconds }
}
