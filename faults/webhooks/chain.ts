/** What one webhook has received, in the order of arrival: no gap, nothing out of order, and repetitions byte by byte. */
import { Webhook } from 'standardwebhooks'

export interface Arrived {
  headers: Record<string, string>
  body: string
}

interface Change {
  resource: string
  id: string
  object: unknown
}

interface Content {
  type: string
  data: { clock: string; cursor: string | null; nextCursor?: string; changes: Change[] | number }
}

export class Chain {
  readonly findings: string[] = []
  /** Rows by resource and id, if the webhook carries them. */
  readonly copy = new Map<string, string>()
  messages = 0
  repeated = 0
  /** The workspace clock in the last message. */
  clock = ''
  readonly #secret: Webhook
  readonly #bodies = new Map<string, string>()
  #lastId = ''
  #cursor: string | null = null

  constructor(secret: string) {
    this.#secret = new Webhook(secret)
  }

  take({ headers, body }: Arrived): void {
    const id = headers['webhook-id'] ?? ''
    try {
      this.#secret.verify(body, headers)
    } catch (error) {
      this.findings.push(`forged: ${id} does not verify: ${(error as Error).message}`)
    }
    const known = this.#bodies.get(id)
    if (known === undefined) this.#takeFirst(id, body)
    else this.#takeAgain(id, known, body)
  }

  #takeFirst(id: string, body: string): void {
    this.#bodies.set(id, body)
    this.#lastId = id
    this.messages += 1
    const { type, data } = JSON.parse(body) as Content
    if (data.clock < this.clock)
      this.findings.push(`order: ${id} has an older clock than the message before it`)
    this.clock = data.clock
    if (type === 'workspace.changes') this.#apply(id, data)
    else if (type !== 'workspace.changed') this.findings.push(`unexpected: ${id} is a ${type}`)
  }

  #takeAgain(id: string, known: string, body: string): void {
    this.repeated += 1
    if (known !== body) this.findings.push(`changed: ${id} was repeated with other bytes`)
    if (id !== this.#lastId) this.findings.push(`order: ${id} was repeated after a later message`)
  }

  #apply(id: string, { cursor, nextCursor, changes }: Content['data']): void {
    if (cursor !== this.#cursor) this.findings.push(`gap: ${id} does not follow the message before it`)
    this.#cursor = nextCursor ?? null
    if (typeof changes === 'number') return
    for (const { resource, id: rowId, object } of changes) {
      if (object === null) this.copy.delete(`${resource} ${rowId}`)
      else this.copy.set(`${resource} ${rowId}`, JSON.stringify(object))
    }
  }
}

/** How a copy differs from what it should be. */
export function differences(copy: ReadonlyMap<string, string>, whole: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  for (const [name, json] of whole) {
    if (!copy.has(name)) found.push(`lost: ${name} never arrived`)
    else if (copy.get(name) !== json) found.push(`stale: ${name} arrived in an older version`)
  }
  for (const name of copy.keys())
    if (!whole.has(name)) found.push(`extra: ${name} was deleted, but is in the copy`)
  return found
}
