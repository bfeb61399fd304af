/** Clients that keep creating, changing and deleting payees, and record the replies in the ledger. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { iban as newIban } from '../../test/support/builders.ts'
import type { Florin } from '../support/florin.ts'
import type { Random } from '../support/random.ts'
import type { Ledger } from './ledger.ts'

const replyMsMax = 15_000
const retryPauseMs = 100
/** The number of payees each client keeps, so that lists stay short however long the run is. */
const ownPayeesMax = 25
const repeatMsMax = 300_000

interface Reply {
  status: number
  body: { id?: string; code?: string } | null
  /** The service says that it sent this reply before. */
  replayed: boolean
}

/** An acknowledged write with an Idempotency-Key. */
interface KeyedWrite {
  id: string
  body: object
  headers: Record<string, string>
}

export interface Writers {
  counts: Counts
  findings: string[]
  /** Prevents new writes from starting. */
  stop(): void
  /** Waits until nothing is in progress; requests that may be repeated have their reply by then. */
  pause(): Promise<void>
  /** After a pause: sends each client's last acknowledged keyed write again, which must give the same reply. */
  repeatKeyed(): Promise<void>
  resume(): void
}

interface Counts {
  acknowledged: number
  unanswered: number
  repeated: number
  /** Repeats of a write that had succeeded although its first reply never arrived. */
  replayed: number
}

interface Setting {
  florin: Florin
  ledger: Ledger
  secret: string
  companyId: string
  random: Random
}

export function startWriters(count: number, setting: Setting): Writers {
  const counts = { acknowledged: 0, unanswered: 0, repeated: 0, replayed: 0 }
  const findings: string[] = []
  let running: Promise<void>[] = []
  let stopping = false
  const clients = Array.from({ length: count }, () => new Writer(setting, counts, findings))
  const loop = async (client: Writer) => {
    while (!stopping) await client.step()
  }
  const resume = () => {
    stopping = false
    running = clients.map(loop)
    // `pause` passes on a failure.
    for (const each of running) each.catch(() => undefined)
  }
  resume()
  return {
    counts,
    findings,
    resume,
    stop() {
      stopping = true
    },
    async pause() {
      stopping = true
      await Promise.all(running)
    },
    async repeatKeyed() {
      await Promise.all(clients.map(client => client.repeatKeyed()))
    },
  }
}

class Writer {
  readonly #own: { id: string; iban: string }[] = []
  readonly #setting: Setting
  readonly #counts: Writers['counts']
  readonly #findings: string[]
  #lastKeyed: KeyedWrite | null = null

  constructor(setting: Setting, counts: Writers['counts'], findings: string[]) {
    this.#setting = setting
    this.#counts = counts
    this.#findings = findings
  }

  async step(): Promise<void> {
    const { random } = this.#setting
    const choice = random.below(10)
    const [oldest] = this.#own
    if (oldest && (this.#own.length >= ownPayeesMax || choice === 0)) {
      this.#own.shift()
      await this.#delete(oldest)
    } else if (oldest && choice < 3) await this.#change(random.pick(this.#own))
    else await this.#create(choice < 8)
  }

  async #create(withKey: boolean): Promise<void> {
    const { ledger, companyId } = this.#setting
    const iban = newIban()
    const name = `Payee ${randomUUID().slice(0, 8)}`
    const headers = withKey ? { 'Idempotency-Key': randomUUID() } : undefined
    // Recorded before it is sent, so that it is known whatever happens.
    ledger.unanswered(iban, name)
    const body = { companyId, iban, name }
    const reply = await this.#sendUntil(withKey, 'POST', '/payees', body, headers)
    if (reply?.status === 201 && reply.body?.id) {
      const { id } = reply.body
      ledger.acknowledged(iban, name)
      this.#own.push({ id, iban })
      if (headers) this.#lastKeyed = { id, body, headers }
      if (reply.replayed) this.#counts.replayed += 1
    } else if (reply?.status === 503) ledger.acknowledged(iban, null)
    else this.#unexpected('POST', reply)
  }

  async repeatKeyed(): Promise<void> {
    if (this.#lastKeyed === null) return
    const { id, body, headers } = this.#lastKeyed
    const reply = await this.#sendUntil(true, 'POST', '/payees', body, headers)
    if (reply?.status === 201 && reply.body?.id === id && reply.replayed) return
    const now = `${reply?.status} ${JSON.stringify(reply?.body)}`
    this.#findings.push(`forgotten: the keyed write that created ${id} now returns ${now}`)
  }

  async #change({ id, iban }: { id: string; iban: string }): Promise<void> {
    const name = `Changed ${randomUUID().slice(0, 8)}`
    const reply = await this.#sendUntil(false, 'PATCH', `/payees/${id}`, { name })
    if (reply?.status === 200) this.#setting.ledger.acknowledged(iban, name)
    // 503 means that nothing was changed, and this is checked.
    else if (reply?.status !== 503) {
      this.#setting.ledger.unanswered(iban, name)
      this.#unexpected('PATCH', reply)
    }
  }

  async #delete({ id, iban }: { id: string; iban: string }): Promise<void> {
    const reply = await this.#sendUntil(false, 'DELETE', `/payees/${id}`)
    if (reply?.status === 204) this.#setting.ledger.acknowledged(iban, null)
    else if (reply?.status !== 503) {
      this.#setting.ledger.unanswered(iban, null)
      this.#unexpected('DELETE', reply)
    }
  }

  /** A 500 with an unknown outcome counts as no reply. */
  #unexpected(method: string, reply: Reply | null): void {
    if (reply === null || reply.body?.code === 'OUTCOME_UNKNOWN') return
    this.#findings.push(`unexpected: ${method} returned ${reply.status} ${JSON.stringify(reply.body)}`)
  }

  async #sendUntil(
    repeat: boolean,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply | null> {
    const deadlineMs = performance.now() + repeatMsMax
    for (;;) {
      const reply = await this.#send(method, path, body, headers)
      if (reply !== null && reply.status < 500) {
        this.#counts.acknowledged += 1
        return reply
      }
      this.#counts.unanswered += 1
      await sleep(retryPauseMs)
      if (!repeat) return reply
      if (reply?.status !== 503) this.#unexpected(method, reply)
      if (performance.now() > deadlineMs) throw new Error(`${method} ${path} never got a reply.`)
      this.#counts.repeated += 1
    }
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply | null> {
    const { florin, secret } = this.#setting
    const type = body && { 'Content-Type': 'application/json' }
    try {
      const response = await fetch(`${florin.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${secret}`, ...type, ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(replyMsMax),
      })
      const text = await response.text()
      const replayed = response.headers.get('Idempotency-Replayed') === 'true'
      return { status: response.status, body: text === '' ? null : JSON.parse(text), replayed }
    } catch {
      return null
    }
  }
}
