/** Sends requests and checks the replies: no 5xx, and a reply to every well-framed request. */
import type { Socket } from 'node:net'
import type { Random } from '../support/random.ts'
import {
  brokenMsMax,
  type Exchanged,
  exchange,
  type Line,
  type RawRequest,
  replyMsMax,
} from './connection.ts'
import type { Findings } from './findings.ts'
import type { Suspects } from './suspects.ts'
import type { Target } from './target.ts'

/** Some broken requests get more time, because their reply may be late. */
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
  /** Writes that succeeded. */
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

  /** Sends them on one connection, and on further ones if that is closed. */
  async send(line: Line, requests: readonly RawRequest[]): Promise<void> {
    for (let left = requests; left.length > 0; ) {
      const { replies, timedOut } = await this.#watched(left, () => line.send(left, this.#brokenMs()))
      left = await this.#rest(left, replies, timedOut)
    }
  }

  /** Sends one request with pauses, on a connection that is closed afterwards. */
  async sendSlowly(
    request: RawRequest,
    write: (socket: Socket, bytes: Buffer) => Promise<void>,
  ): Promise<void> {
    await this.#alone(request, () => exchange(this.#setting.target.port, [request], this.#brokenMs(), write))
  }

  /** Checks the replies. Returns the requests that have to be sent again. */
  async #rest(
    requests: readonly RawRequest[],
    replies: Exchanged['replies'],
    timedOut: boolean,
  ): Promise<readonly RawRequest[]> {
    for (const [index, request] of requests.slice(0, replies.length).entries()) {
      this.#judge(request, replies[index])
    }
    const left = requests.slice(replies.length)
    const [next, ...rest] = left
    if (next === undefined) return []
    if (timedOut) {
      this.#found(`was not answered within ${replyMsMax / 1000} s`, next)
      this.#judge(next)
      return rest
    }
    const broken = left.at(-1)
    if (broken?.last) {
      // It may close the connection for the requests before it, which are not broken.
      this.#judge(broken)
      return left.slice(0, -1)
    }
    if (!replies.at(-1)?.closes) await this.#oneByOne(left)
    return replies.at(-1)?.closes ? left : []
  }

  /** The connection ended without a reply. Requests run concurrently, so any of these may be the reason. */
  async #oneByOne(requests: readonly RawRequest[]): Promise<void> {
    let isExplained = false
    for (const request of requests) {
      const { replies } = await this.#alone(request, () => exchange(this.#setting.target.port, [request]))
      isExplained ||= replies.length === 0 || replies.some(({ closes }) => closes)
    }
    if (isExplained) return
    const what = `closed a connection with ${requests.length} unanswered requests, and none of them does so on its own`
    this.#found(what, requests[0])
  }

  async #alone(request: RawRequest, send: () => Promise<Exchanged>): Promise<Exchanged> {
    const exchanged = await this.#watched([request], send)
    const { replies, timedOut } = exchanged
    this.#judge(request, replies[0])
    if (timedOut) this.#found(`was not answered within ${replyMsMax / 1000} s`, request)
    else if (replies.length === 0 && !request.last) {
      this.#found('closed the connection without a reply', request)
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

  #judge(request: RawRequest, reply?: Exchanged['replies'][number]): void {
    const word = String(reply?.status ?? 'closed')
    this.#seen.set(word, (this.#seen.get(word) ?? 0) + 1)
    this.sent += 1
    if (reply === undefined) return
    if (committedBy[request.method] === reply.status) this.committed += 1
    if (reply.status >= 500) this.#found(`returned ${reply.status}`, request, reply.requestId)
  }

  #found(what: string, request?: RawRequest, requestId?: string): void {
    const { findings, target } = this.#setting
    findings.add(target, what, request, requestId)
  }

  #brokenMs(): number {
    return this.#setting.random.percent(patientPercent) ? patientMs : brokenMsMax
  }
}
