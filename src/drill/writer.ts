/**
 * Real changes upstream, made with a key of the drill's own: one payee that it creates, renames and deletes in turn.
 * It never touches another row, and deletes its payee at the end.
 */
import { createHash } from 'node:crypto'
import { ibanWithCheckDigits } from '../domain/money/iban.ts'
import { isObject, parseJson } from './rows.ts'
import { type Answer, type Ask, askPatiently } from './upstream.ts'

/** What the last change did to the payee. */
export type Change = 'created' | 'renamed' | 'deleted'

interface Written {
  status: number
  body: Record<string, unknown>
}

const nameStart = 'Florin drill'
const attemptsMax = 5
const waitSecondsMax = 5
const ibansMax = 5

export interface WriterOptions {
  ask: Ask
  /** Up to and including /v1. */
  upstream: URL
  key: string
  seed: number
  sleep(ms: number): Promise<void>
}

export class Writer {
  readonly #options: WriterOptions
  #payee: { id: string; renamed: boolean } | null = null
  #companyId: string | null = null
  #ibans = 0
  #changes = 0
  /** One change at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** The payee that exists at the moment. */
  get payeeId(): string | null {
    return this.#payee?.id ?? null
  }

  change(): Promise<Change> {
    return this.#inTurn(async () => {
      if (this.#payee === null) return await this.#create()
      return this.#payee.renamed ? await this.#delete() : await this.#rename()
    })
  }

  /** Deletes the payee if it is this one. */
  delete(id: string): Promise<boolean> {
    return this.#inTurn(async () => this.#payee?.id === id && (await this.#delete()) === 'deleted')
  }

  /** Leaves the workspace as it was. */
  putBack(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#payee !== null) await this.#delete()
    })
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => undefined)
    return result
  }

  async #create(): Promise<Change> {
    this.#companyId ??= await this.#company()
    for (let attempt = 0; attempt < ibansMax; attempt += 1) {
      const iban = this.#iban()
      const body = { companyId: this.#companyId, name: this.#name(), iban }
      const written = await this.#send('POST', '/payees', body)
      const id = written.status === 201 ? written.body.id : await this.#leftOver(written)
      if (typeof id === 'string') {
        this.#payee = { id, renamed: false }
        return 'created'
      }
    }
    throw new Error('no payee could be created')
  }

  /** The id of a payee that a drill left behind when it was killed; null if the IBAN belongs to somebody else. */
  async #leftOver({ status, body }: Written): Promise<string | null> {
    const id = isObject(body.data) ? body.data.payeeId : null
    if (status !== 409 || typeof id !== 'string') throw refused('create a payee', status, body)
    const { body: payee } = await this.#send('GET', `/payees/${encodeURIComponent(id)}`)
    return typeof payee.name === 'string' && payee.name.startsWith(nameStart) ? id : null
  }

  async #rename(): Promise<Change> {
    const { status, body } = await this.#send('PATCH', this.#path(), { name: this.#name() })
    if (status !== 200) throw refused('rename its payee', status, body)
    if (this.#payee) this.#payee.renamed = true
    return 'renamed'
  }

  async #delete(): Promise<Change> {
    const { status, body } = await this.#send('DELETE', this.#path())
    if (status !== 204 && status !== 404) throw refused('delete its payee', status, body)
    this.#payee = null
    return 'deleted'
  }

  async #company(): Promise<string> {
    const { status, body } = await this.#send('GET', '/companies')
    const [first] = Array.isArray(body.data) ? body.data : []
    if (status !== 200) throw refused('read the companies', status, body)
    if (!isObject(first) || typeof first.id !== 'string') throw new Error('the workspace has no company')
    return first.id
  }

  #path(): string {
    return `/payees/${encodeURIComponent(this.#payee?.id ?? '')}`
  }

  #name(): string {
    this.#changes += 1
    return `${nameStart} ${this.#options.seed}-${this.#changes}`
  }

  #iban(): string {
    this.#ibans += 1
    const hash = createHash('sha256').update(`iban ${this.#options.seed} ${this.#ibans}`).digest()
    return ibanWithCheckDigits('DE', `37040044${String(hash.readUIntBE(0, 6) % 1e10).padStart(10, '0')}`)
  }

  async #send(method: string, path: string, given?: object): Promise<Written> {
    const { ask, upstream, key, sleep } = this.#options
    const headers = {
      authorization: `Bearer ${key}`,
      ...(given !== undefined && { 'content-type': 'application/json' }),
    }
    const body = given === undefined ? undefined : Buffer.from(JSON.stringify(given))
    const question = { method, url: new URL(`${upstream.href}${path}`), headers, body }
    const answer = await askPatiently(ask, question, { attemptsMax, waitSecondsMax, sleep })
    return { status: answer.status, body: bodyOf(answer) }
  }
}

function bodyOf({ body }: Answer): Record<string, unknown> {
  const value = parseJson(body.toString('utf8'))
  return isObject(value) ? value : {}
}

const refused = (what: string, status: number, { code }: Record<string, unknown>): Error =>
  new Error(
    `the drill could not ${what}: ${status}${typeof code === 'string' ? ` ${code.slice(0, 50)}` : ''}`,
  )
