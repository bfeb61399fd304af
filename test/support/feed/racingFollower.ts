/**
 * A follower that may be killed at any moment: what it knows is in a journal, a page with its cursor per line. Whenever
 * its copy is up to date, it notes the copy's digests, and sometimes the digests of the service, or compares the lists.
 */
import type { ChangeResource } from '../../../src/contract/changes.ts'
import type { RandomStream } from '../../../src/demo/random.ts'
import { type CopiedChange, Copy, copiedChange, listHashes } from './copy.ts'
import {
  type ChangesPage,
  type Get,
  readDigest,
  readList,
  resourcesOf,
  searchOf,
  type View,
} from './follower.ts'
import type { Observation } from './history.ts'

/** One line of the journal. */
export interface KeptPage {
  cursor: string
  changes: CopiedChange[]
}

/** What a follower leaves behind when it is killed. */
export interface Journal {
  read(): readonly KeptPage[]
  append(page: KeptPage): void
}

export interface Notes {
  observe(observation: Observation): void
  find(finding: string): void
  /** The lists were read and were equal to the copy. */
  compared(lists: number): void
}

export class RacingFollower {
  readonly #copy = new Copy()
  #cursor: string | null = null
  readonly name: string
  readonly #get: Get
  readonly #view: View
  readonly #journal: Journal
  readonly #notes: Notes
  readonly #random: RandomStream

  constructor(
    name: string,
    {
      get,
      view,
      journal,
      notes,
      random,
    }: { get: Get; view: View; journal: Journal; notes: Notes; random: RandomStream },
  ) {
    this.name = name
    this.#get = get
    this.#view = view
    this.#journal = journal
    this.#notes = notes
    this.#random = random
    for (const page of journal.read()) this.#keep(page)
  }

  /** Follows for ever, or until it is killed: then `get` fails, or the process is gone. */
  async follow(): Promise<never> {
    for (;;) await this.#step(this.#random.percent(20) ? 1 : 0)
  }

  /** Reads what is left, and compares everything. Nobody may write meanwhile. */
  async finish(): Promise<void> {
    for (;;) {
      const page = await this.#page(0)
      this.#store(page)
      if (!page.upToDate) continue
      this.#observe(page.clock)
      for (const resource of resourcesOf(this.#view)) await this.#observeServer(resource)
      if (!(await this.#compareLists(page.clock))) throw new Error('Somebody still writes.')
      return
    }
  }

  async #step(wait: number): Promise<void> {
    const page = await this.#page(wait)
    this.#store(page)
    if (!page.upToDate) return
    this.#observe(page.clock)
    if (this.#random.percent(50)) await this.#observeServer(this.#random.pick(resourcesOf(this.#view)))
    if (this.#random.percent(20)) await this.#compareLists(page.clock)
  }

  async #page(wait: number): Promise<ChangesPage> {
    const limit = String(1 + this.#random.below(100))
    const more = {
      limit,
      ...(wait > 0 && { wait: String(wait) }),
      ...(this.#cursor !== null && { cursor: this.#cursor }),
    }
    const { status, body } = await this.#get(`/changes?${searchOf(this.#view, more)}`)
    if (status !== 200) throw new Error(`The feed returned ${status}: ${JSON.stringify(body)}`)
    return body as ChangesPage
  }

  #store({ data, nextCursor }: ChangesPage): void {
    for (const { at, object } of data) {
      const updatedAt = (object as { updatedAt?: string } | null)?.updatedAt ?? at
      if (updatedAt !== at) this.#notes.find(`${this.name}: an object of ${updatedAt} came at ${at}`)
    }
    const page = { cursor: nextCursor, changes: data.map(copiedChange) }
    if (data.length > 0 || this.#cursor !== nextCursor) this.#journal.append(page)
    this.#keep(page)
  }

  #keep({ cursor, changes }: KeptPage): void {
    for (const change of changes) this.#copy.apply(change)
    this.#cursor = cursor
  }

  #observe(clock: string): void {
    const digests = Object.fromEntries(
      resourcesOf(this.#view).map(resource => [resource, String(this.#copy.digests.get(resource))]),
    )
    this.#notes.observe({ by: this.name, clock, companyId: this.#view.companyId ?? null, digests })
  }

  async #observeServer(resource: ChangeResource): Promise<void> {
    const { clock, digest } = await readDigest(this.#get, resource, this.#view.companyId)
    const by = `the service, asked by ${this.name},`
    const companyId = this.#view.companyId ?? null
    this.#notes.observe({ by, clock, companyId, digests: { [resource]: String(digest) } })
  }

  /** False if somebody wrote while the lists were read: then they may be newer than the copy. */
  async #compareLists(clock: string): Promise<boolean> {
    const lists: [ChangeResource, { id: string }[]][] = []
    for (const resource of resourcesOf(this.#view)) {
      lists.push([resource, await readList(this.#get, resource, this.#view.companyId)])
      // Reading all lists takes a while, so look after each one.
      const { body } = await this.#get('/changes?from=now')
      if (body.clock !== clock) return false
    }
    for (const [resource, rows] of lists) {
      const [copied, listed] = [this.#copy.hashes(resource), listHashes(rows)]
      if (JSON.stringify(copied) !== JSON.stringify(listed))
        this.#notes.find(`${this.name} at ${clock}: ${resource}: ${differenceOf(copied, listed)}`)
    }
    this.#notes.compared(lists.length)
    return true
  }
}

function differenceOf(copied: [string, string][], listed: [string, string][]): string {
  const [copy, list] = [new Map(copied), new Map(listed)]
  const missing = listed.filter(([id]) => !copy.has(id)).map(([id]) => `missing ${id}`)
  const extra = copied.filter(([id]) => !list.has(id)).map(([id]) => `extra ${id}`)
  const stale = listed.filter(([id, hash]) => (copy.get(id) ?? hash) !== hash).map(([id]) => `stale ${id}`)
  return [...missing, ...extra, ...stale].slice(0, 5).join(', ')
}
