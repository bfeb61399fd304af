/** Clients that create, change and delete payees all the time, and note in the ledger what they were told. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { iban as newIban } from '../../test/support/builders.ts'
import type { Florin } from '../support/florin.ts'
import type { Random } from '../support/random.ts'
import type { Ledger } from './ledger.ts'

const answerMsMax = 15_000
const retryPauseMs = 100
/** Each client keeps so many payees, so that lists stay short however long the run is. */
const ownPayeesMax = 25
const repeatMsMax = 300_000

interface Answer {
  status: number
  body: { id?: string; code?: string } | null
  /** The service says that this is the answer it gave before. */
  replayed: boolean
}

/** A write with an Idempotency-Key that was acknowledged. */
interface KeyedWrite {
  id: string
  body: object
  headers: Record<string, string>
}

export interface Writers {
  counts: Counts
  findings: string[]
  /** Lets no new write begin. */
  stop(): void
  /** Waits until nothing is under way; requests that may be repeated have their answer by then. */
  pause(): Promise<void>
  /** After a pause: sends each client's last acknowledged write with a key again, which must give the same answer. */
  repeatKeyed(): Promise<void>
  resume(): void
}

interface Counts {
  acknowledged: number
  unanswered: number
  repeated: number
  /** Repeats of a write that was done, though its first answer never came. */
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
    // `pause` passes a failure on.
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
    // Noted before it is sent, so that it is known whatever happens.
    ledger.unanswered(iban, name)
    const body = { companyId, iban, name }
    const answer = await this.#sendUntil(withKey, 'POST', '/payees', body, headers)
    if (answer?.status === 201 && answer.body?.id) {
      const { id } = answer.body
      ledger.acknowledged(iban, name)
      this.#own.push({ id, iban })
      if (headers) this.#lastKeyed = { id, body, headers }
      if (answer.replayed) this.#counts.replayed += 1
    } else if (answer?.status === 503) ledger.acknowledged(iban, null)
    else this.#unexpected('POST', answer)
  }

  async repeatKeyed(): Promise<void> {
    if (this.#lastKeyed === null) return
    const { id, body, headers } = this.#lastKeyed
    const answer = await this.#sendUntil(true, 'POST', '/payees', body, headers)
    if (answer?.status === 201 && answer.body?.id === id && answer.replayed) return
    const now = `${answer?.status} ${JSON.stringify(answer?.body)}`
    this.#findings.push(`forgotten: the write with a key that made ${id} is now answered ${now}`)
  }

  async #change({ id, iban }: { id: string; iban: string }): Promise<void> {
    const name = `Changed ${randomUUID().slice(0, 8)}`
    const answer = await this.#sendUntil(false, 'PATCH', `/payees/${id}`, { name })
    if (answer?.status === 200) this.#setting.ledger.acknowledged(iban, name)
    // 503 says that nothing was changed, and that is held to.
    else if (answer?.status !== 503) {
      this.#setting.ledger.unanswered(iban, name)
      this.#unexpected('PATCH', answer)
    }
  }

  async #delete({ id, iban }: { id: string; iban: string }): Promise<void> {
    const answer = await this.#sendUntil(false, 'DELETE', `/payees/${id}`)
    if (answer?.status === 204) this.#setting.ledger.acknowledged(iban, null)
    else if (answer?.status !== 503) {
      this.#setting.ledger.unanswered(iban, null)
      this.#unexpected('DELETE', answer)
    }
  }

  /** A 500 that says the outcome is unknown is as good as no answer. */
  #unexpected(method: string, answer: Answer | null): void {
    if (answer === null || answer.body?.code === 'OUTCOME_UNKNOWN') return
    this.#findings.push(`unexpected: ${method} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }

  async #sendUntil(
    repeat: boolean,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer | null> {
    const deadlineMs = performance.now() + repeatMsMax
    for (;;) {
      const answer = await this.#send(method, path, body, headers)
      if (answer !== null && answer.status < 500) {
        this.#counts.acknowledged += 1
        return answer
      }
      this.#counts.unanswered += 1
      await sleep(retryPauseMs)
      if (!repeat) return answer
      if (answer?.status !== 503) this.#unexpected(method, answer)
      if (performance.now() > deadlineMs) throw new Error(`${method} ${path} was never answered.`)
      this.#counts.repeated += 1
    }
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer | null> {
    const { florin, secret } = this.#setting
    const type = body && { 'Content-Type': 'application/json' }
    try {
      const response = await fetch(`${florin.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${secret}`, ...type, ...headers },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerMsMax),
      })
      const text = await response.text()
      const replayed = response.headers.get('Idempotency-Replayed') === 'true'
      return { status: response.status, body: text === '' ? null : JSON.parse(text), replayed }
    } catch {
      return null
    }
  }
}
