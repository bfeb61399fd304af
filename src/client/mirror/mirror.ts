/**
 * Keeps a copy of a workspace in any store: reads the change feed, compares by digest, repairs what differs.
 *
 * A repair never works against the feed. It writes what the service had after the copy's cursor, so a change that comes
 * later by the feed replaces it; and a difference counts as real only if the feed has not touched the row since.
 */
import type { ChangeResource, DigestRange } from '../../contract/changes.ts'
import { FlorinError } from '../errors.ts'
import type { ChangesPage } from '../follow.ts'
import { type Copy, copyIn, type Difference, differencesOf } from './compare.ts'
import { createReads, type MirrorClient, pageRows, type ReadOptions, type Reads } from './reads.ts'
import { addDifferences, type MirrorReport, newReport } from './report.ts'
import { type MirrorRow, type MirrorStore, rowOf } from './store.ts'

export interface MirrorOptions extends ReadOptions {
  /** What to copy; everything by default, for which the key needs every read scope. Must stay the same for a store. */
  resources?: readonly ChangeResource[] | undefined
  /** Copies only this company, and the categories, which all companies share. Must stay the same for a store. */
  companyId?: string | undefined
  /** How often `run` compares the copy with the service. */
  verifyEverySeconds?: number | undefined
  /** Called by `run` after each comparison, with what has happened since the last one. */
  onReport?: ((report: MirrorReport) => void) | undefined
}

export const resourcesDefault = [
  'account',
  'bill',
  'category',
  'company',
  'payee',
  'transaction',
] as const satisfies readonly ChangeResource[]
export const verifyEverySecondsDefault = 3600
/** A comparison finds something, repairs it, and compares again. */
const roundsMax = 3
/** Without one of them being complete. */
const resyncsMax = 10
/** A copy with more missing or stale rows is read again from the start, with less memory and fewer requests. */
export const repairRowsMax = 10_000
/** Marks a saved cursor while a comparison is due, so that it happens even after a kill. */
const dueMark = '!'

interface State {
  cursor: string | undefined
  /** A comparison is due: the copy is new, was started again, or a repair was begun. */
  isDue: boolean
}

export class Mirror {
  readonly #store: MirrorStore
  readonly #options: MirrorOptions
  readonly #copy: Copy
  readonly #resources: readonly ChangeResource[]
  readonly #reads: Reads
  readonly #now: () => number
  /** As it is saved; null until it is loaded. */
  #state: State | null = null
  /** The copy equals the workspace at this instant; null while it does not. */
  #clock: string | null = null
  #isBusy = false

  constructor(
    client: MirrorClient,
    store: MirrorStore,
    options: MirrorOptions = {},
    copy: Copy = copyIn(store),
  ) {
    this.#store = store
    this.#options = options
    this.#copy = copy
    this.#resources = [...new Set(options.resources ?? resourcesDefault)]
    this.#reads = createReads(client, options)
    this.#now = client.now
  }

  /** Brings the copy up to date, and returns. */
  async sync(): Promise<MirrorReport> {
    return await this.#alone(async () => {
      const report = newReport()
      await this.#catchUp(report)
      if (this.#state?.isDue) await this.#compare(report)
      return report
    })
  }

  /** Brings the copy up to date, compares it with the service, repairs what differs, and returns. */
  async verify(): Promise<MirrorReport> {
    return await this.#alone(async () => {
      const report = newReport()
      await this.#verify(report)
      return report
    })
  }

  /** Keeps the copy up to date, and compares it from time to time, until the signal is aborted. */
  async run(): Promise<void> {
    const { signal, onReport, verifyEverySeconds = verifyEverySecondsDefault } = this.#options
    await this.#alone(async () => {
      try {
        for (let report = newReport(); ; ) {
          await this.#verify(report)
          onReport?.(report)
          report = newReport()
          const dueMs = this.#now() + verifyEverySeconds * 1000
          await this.#read(report, ({ isDue }) => isDue || this.#now() >= dueMs)
        }
      } catch (error) {
        if (!signal?.aborted) throw error
      }
    })
  }

  /** Two at once would move each other's cursor. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) throw new Error('The mirror is at work already. Wait until it is done')
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#isBusy = false
    }
  }

  async #verify(report: MirrorReport): Promise<void> {
    if (this.#clock === null) await this.#catchUp(report)
    await this.#compare(report)
  }

  async #catchUp(report: MirrorReport, touched?: Set<string>): Promise<void> {
    await this.#read(report, () => true, touched)
  }

  /** Reads the feed, until the copy is up to date and the caller has enough. */
  async #read(
    report: MirrorReport,
    isEnough: (state: State) => boolean,
    touched?: Set<string>,
  ): Promise<void> {
    for (let resyncs = 0; ; resyncs += 1) {
      const { cursor } = await this.#loaded()
      try {
        for await (const page of this.#reads.feed({ resources: this.#resources, cursor })) {
          const state = await this.#apply(page, report, touched)
          if (page.upToDate) resyncs = 0
          if (page.upToDate && isEnough(state)) return
        }
      } catch (error) {
        const isLost = isResync(error) && this.#state?.cursor !== undefined
        if (!isLost || resyncs >= resyncsMax) throw error
        await this.#startAgain(report)
      }
    }
  }

  async #loaded(): Promise<State> {
    if (this.#state !== null) return this.#state
    const saved = (await this.#store.cursor()) || dueMark
    const isDue = saved.startsWith(dueMark)
    this.#state = { cursor: (isDue ? saved.slice(dueMark.length) : saved) || undefined, isDue }
    return this.#state
  }

  /** Only once it is saved does the state change: the store may fail. */
  async #save(state: State, write?: () => Promise<void>): Promise<State> {
    const { cursor = '', isDue } = state
    await this.#inTransaction(async () => {
      await write?.()
      await this.#store.saveCursor(`${isDue ? dueMark : ''}${cursor}`)
    })
    this.#state = state
    return state
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    if (this.#store.transaction) await this.#store.transaction(work)
    else await work()
  }

  async #apply(page: ChangesPage, report: MirrorReport, touched?: Set<string>): Promise<State> {
    const { changes, cursor, upToDate, clock } = page
    const rows = changes.map(rowOf).filter(row => row !== null)
    const deleted = changes.filter(({ object }) => object === null)
    const before = await this.#loaded()
    this.#clock = null
    const state =
      cursor === before.cursor
        ? before
        : await this.#save({ ...before, cursor }, () => this.#write(rows, deleted))
    for (const change of changes) touched?.add(keyOf(change))
    report.put += rows.length
    report.deleted += deleted.length
    if (upToDate) {
      this.#clock = clock
      report.clock = clock
    }
    return state
  }

  /** Deletes first, so that a new row never collides with one that it replaces. */
  async #write(rows: readonly MirrorRow[], deleted: readonly Pick<Difference, 'resource' | 'id'>[]) {
    for (const resource of this.#resources) {
      const ids = deleted.filter(each => each.resource === resource).map(({ id }) => id)
      if (ids.length > 0) await this.#store.delete(resource, ids)
    }
    for (let at = 0; at < rows.length; at += pageRows) await this.#store.put(rows.slice(at, at + pageRows))
  }

  /** The rows of the new walk replace those of the copy; a comparison finds those that it does not bring. */
  async #startAgain(report: MirrorReport): Promise<void> {
    this.#clock = null
    await this.#save({ cursor: undefined, isDue: true })
    report.resyncs += 1
  }

  async #compare(report: MirrorReport): Promise<void> {
    for (let round = 0; round < roundsMax; round += 1) {
      const { resyncs } = report
      const found = await this.#differences(report)
      const touched = new Set<string>()
      if (found.length > 0) await this.#catchUp(report, touched)
      const real = found.filter(each => !touched.has(keyOf(each)))
      if (real.length > 0) {
        addDifferences(report, real)
        await this.#repair(real, report)
      } else if (report.resyncs === resyncs) {
        report.equal = true
        const state = await this.#loaded()
        if (state.isDue) await this.#save({ ...state, isDue: false })
        return
      }
    }
    report.equal = false
  }

  async #differences(report: MirrorReport): Promise<Difference[]> {
    const found: Difference[] = []
    try {
      for (const [resource, shown] of await this.#months(report)) {
        found.push(...(await differencesOf(this.#reads, this.#copy, resource, shown)))
      }
      return found
    } catch (error) {
      if (!isResync(error)) throw error
      await this.#startAgain(report)
      await this.#catchUp(report)
      return []
    }
  }

  /** The service's digests. If it has changed since the copy was up to date, the copy catches up first. */
  async #months(report: MirrorReport): Promise<Map<ChangeResource, DigestRange[]>> {
    for (let isCurrent = false; ; isCurrent = true) {
      const months = new Map<ChangeResource, DigestRange[]>()
      for (const resource of this.#resources) {
        const { clock, data } = await this.#reads.months(resource)
        if (!isCurrent && clock !== this.#clock) break
        months.set(resource, data)
      }
      if (months.size === this.#resources.length) return months
      await this.#catchUp(report)
    }
  }

  async #repair(found: readonly Difference[], report: MirrorReport): Promise<void> {
    const rows = found.flatMap(({ row }) => row ?? [])
    if (rows.length > repairRowsMax) {
      await this.#startAgain(report)
      await this.#catchUp(report)
      return
    }
    await this.#save({ ...(await this.#loaded()), isDue: true })
    const deleted = found.filter(({ row, kind }) => row === null || kind === 'doubled')
    await this.#inTransaction(() => this.#write(rows, deleted))
  }
}

const isResync = (error: unknown): boolean =>
  error instanceof FlorinError && error.status === 409 && error.code === 'RESYNC_REQUIRED'

const keyOf = ({ resource, id }: Pick<Difference, 'resource' | 'id'>): string => `${resource} ${id}`
