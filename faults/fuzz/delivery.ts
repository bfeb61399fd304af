/** Sends requests and judges the answers: no 5xx, and an answer to everything that is well framed. */
import type { Socket } from 'node:net'
import type { Random } from '../support/random.ts'
import {
  answerMsMax,
  brokenMsMax,
  type Exchanged,
  exchange,
  type Line,
  type RawRequest,
} from './connection.ts'
import type { Findings } from './findings.ts'
import type { Suspects } from './suspects.ts'
import type { Target } from './target.ts'

/** Some of the broken requests get more time, as their answer may come late. */
const patientPercent = 5
const patientMs = 1_000

const committedBy: Record<string, number> = { POST: 201, PATCH: 200, DELETE: 204 }

interface Setting {
  target: Target
  findings: Findings
  suspects: Suspects
  random: Random
}

export class Delivery {
  sent = 0
  /** Writes that were done. */
  committed = 0
  readonly #seen = new Map<string, number>()
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  get statuses(): string {
    return [...this.#seen]
      .sort()
      .map(([status, times]) => `${status}: ${times}`)
      .join(', ')
  }

  /** Sends them on one connection, and on further ones where that is closed. */
  async send(line: Line, requests: readonly RawRequest[]): Promise<void> {
    for (let left = requests; left.length > 0; ) {
      const { answers, timedOut } = await this.#watched(left, () => line.send(left, this.#brokenMs()))
      left = await this.#rest(left, answers, timedOut)
    }
  }

  /** Sends one request with pauses, on a connection that is closed afterwards. */
  async sendSlowly(
    request: RawRequest,
    write: (socket: Socket, bytes: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.#alone(request, () => exchange(this.#setting.target.port, [request], this.#brokenMs(), write))
  }

  /** Judges what was answered. Returns what has to be sent again. */
  async #rest(
    requests: readonly RawRequest[],
    answers: Exchanged['answers'],
    timedOut: boolean,
  ): Promise<readonly RawRequest[]> {
    for (const [index, request] of requests.slice(0, answers.length).entries()) {
      this.#judge(request, answers[index])
    }
    const left = requests.slice(answers.length)
    const [next, ...rest] = left
    if (next === undefined) return []
    if (timedOut) {
      this.#found(`was not answered within ${answerMsMax / 1000} s`, next)
      this.#judge(next)
      return rest
    }
    const broken = left.at(-1)
    if (broken?.last) {
      // It may take the connection from those before it, which are not broken.
      this.#judge(broken)
      return left.slice(0, -1)
    }
    if (!answers.at(-1)?.closes) await this.#oneByOne(left)
    return answers.at(-1)?.closes ? left : []
  }

  /** The connection ended without a word. Requests run side by side, so any of these may be the reason. */
  async #oneByOne(requests: readonly RawRequest[]): Promise<void> {
    let isExplained = false
    for (const request of requests) {
      const { answers } = await this.#alone(request, () => exchange(this.#setting.target.port, [request]))
      isExplained ||= answers.length === 0 || answers.some(({ closes }) => closes)
    }
    if (isExplained) return
    const what = `closed a connection with ${requests.length} requests unanswered, and none of them does it by itself`
    this.#found(what, requests[0])
  }

  async #alone(request: RawRequest, send: () => Promise<Exchanged>): Promise<Exchanged> {
    const exchanged = await this.#watched([request], send)
    const { answers, timedOut } = exchanged
    this.#judge(request, answers[0])
    if (timedOut) this.#found(`was not answered within ${answerMsMax / 1000} s`, request)
    else if (answers.length === 0 && !request.last) {
      this.#found('closed the connection without an answer', request)
    }
    return exchanged
  }

  async #watched(requests: readonly RawRequest[], send: () => Promise<Exchanged>): Promise<Exchanged> {
    const { suspects } = this.#setting
    const batch = suspects.begin(requests)
    try {
      return await send()
    } finally {
      suspects.end(batch)
    }
  }

  #judge(request: RawRequest, answer?: Exchanged['answers'][number]): void {
    const word = String(answer?.status ?? 'closed')
    this.#seen.set(word, (this.#seen.get(word) ?? 0) + 1)
    this.sent += 1
    if (answer === undefined) return
    if (committedBy[request.method] === answer.status) this.committed += 1
    if (answer.status >= 500) this.#found(`answered ${answer.status}`, request, answer.requestId)
  }

  #found(what: string, request?: RawRequest, requestId?: string): void {
    const { findings, target } = this.#setting
    findings.add(target, what, request, requestId)
  }

  #brokenMs(): number {
    return this.#setting.random.percent(patientPercent) ? patientMs : brokenMsMax
  }
}
