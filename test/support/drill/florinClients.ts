/** Programs that use Florin's own client: one keeps a mirror, one follows the feed by itself. */
import {
  createClient,
  type FlorinClient,
  FlorinError,
  type MirrorMark,
  type MirrorRow,
  type MirrorStore,
} from '../../../src/client/index.ts'
import type { Change, ChangeResource } from '../../../src/contract/changes.ts'
import { plainFetch } from '../setup/contractCheck.ts'
import type { CopiedRow } from './follower.ts'
import type { ClientSetting, DrilledClient } from './scenario.ts'

const repeatsMax = 10
const pageRows = 25

abstract class FlorinProgram implements DrilledClient {
  protected readonly client: FlorinClient
  #keys = 0

  constructor({ api, key, time, timeoutMs }: ClientSetting) {
    const { now, sleep } = time
    this.client = createClient({ baseUrl: api, apiKey: key, fetch: plainFetch, now, sleep, timeoutMs })
  }

  webhook(): Promise<void> {
    return this.sync()
  }

  /** With its key, a write can be repeated until there is an answer. */
  async createPayee(payee: { name: string; iban: string }): Promise<void> {
    this.#keys += 1
    const idempotencyKey = `payee ${this.#keys}`
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.client.payees.create(payee, { idempotencyKey })
        return
      } catch (error) {
        if (attempt === repeatsMax) throw error
      }
    }
  }

  abstract sync(): Promise<void>
  abstract rows(): CopiedRow[]
}

export class FlorinMirror extends FlorinProgram {
  readonly #store = new CopyStore()
  readonly #mirror = this.client.mirror(this.#store)

  async sync(): Promise<void> {
    await this.#mirror.sync()
  }

  rows(): CopiedRow[] {
    return [...this.#store.copy.values()].map(({ resource, id, at }) => ({ resource, id, at }))
  }
}

class CopyStore implements MirrorStore {
  readonly copy = new Map<string, MirrorRow>()
  #cursor: string | null = null

  get(resource: ChangeResource): MirrorMark[] {
    return [...this.copy.values()].filter(row => row.resource === resource)
  }

  put(rows: readonly MirrorRow[]): void {
    for (const row of rows) this.copy.set(`${row.resource} ${row.id}`, row)
  }

  delete(resource: ChangeResource, ids: readonly string[]): void {
    for (const id of ids) this.copy.delete(`${resource} ${id}`)
  }

  cursor(): string | null {
    return this.#cursor
  }

  saveCursor(cursor: string): void {
    this.#cursor = cursor
  }
}

export class FlorinFollower extends FlorinProgram {
  readonly #copy = new Map<string, CopiedRow>()
  #cursor: string | undefined

  async sync(): Promise<void> {
    try {
      for await (const page of this.client.follow({ cursor: this.#cursor, limit: pageRows })) {
        for (const each of page.changes) this.#apply(each)
        this.#cursor = page.cursor
        if (page.upToDate) return
      }
    } catch (error) {
      if (!(error instanceof FlorinError && error.code === 'RESYNC_REQUIRED')) throw error
      this.#copy.clear()
      this.#cursor = undefined
      await this.sync()
    }
  }

  #apply({ resource, id, at, object }: Change): void {
    if (object === null) this.#copy.delete(`${resource} ${id}`)
    else this.#copy.set(`${resource} ${id}`, { resource, id, at })
  }

  rows(): CopiedRow[] {
    return [...this.#copy.values()]
  }
}
