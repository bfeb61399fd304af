/**
 * Imports files that are put into a folder. It polls, because network folders do not report changes. A file that has not
 * changed between two polls is complete; it is imported and moved to the subfolder `imported` or `refused`.
 */
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportReport } from '../../contract/console/imports.ts'
import { Failure, PassingFailure } from '../failure.ts'
import { isGone, moveAway } from './moveAway.ts'

export const pollEveryMs = 2_000
/** While the store is unavailable, the pause doubles each time, up to this limit. */
export const pauseMsMax = 60_000
/** Maximum number of files per poll. The rest follow once these have been moved. */
const filesPerPollMax = 10_000

export interface WatchTools {
  /** Import what is there, then stop. */
  once: boolean
  stop: AbortSignal
  /** Throws if something is wrong with the command itself, such as an unknown workspace. */
  check(): Promise<void>
  /** Throws a PassingFailure if a retry may succeed later. */
  importFile(path: string): Promise<ImportReport[]>
  /** The text that is saved next to a refused file. */
  explain(reports: readonly ImportReport[]): string
  tell(event: WatchEvent): void
  /** Resolves after that time, or as soon as `stop` is aborted. */
  wait(ms: number): Promise<void>
}

export type WatchEvent =
  | { kind: 'taken'; file: string; movedTo: string; refused: boolean; reports: ImportReport[] }
  /** The file stays where it is, and is skipped until it changes. */
  | { kind: 'trouble'; file: string; reason: string }
  | { kind: 'waiting'; reason: string }
  | { kind: 'going on' }

export interface WatchResult {
  taken: number
  /** Refused or failed. */
  notTaken: number
}

/** `content` is size and modification time; `change` also covers metadata such as permissions. */
interface Seen {
  content: string
  change: string
}

export async function watchFolder(folder: string, tools: WatchTools): Promise<WatchResult> {
  await prepare(folder)
  const watch = new FolderWatch(folder, tools)
  await watch.retrying(() => tools.check())
  let before = await watch.poll()
  while (!tools.stop.aborted) {
    await tools.wait(pollEveryMs)
    if (tools.stop.aborted) break
    const now = await watch.poll()
    for (const [name, seen] of now) {
      if (tools.stop.aborted) break
      if (before.get(name)?.content === seen.content) await watch.take(name, seen)
    }
    if (tools.once) break
    before = now
  }
  return watch.result
}

async function prepare(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory())
      throw new Failure(`${folder} is not a folder. Name a folder to watch.`, 'usage')
    for (const name of ['imported', 'refused']) await mkdir(join(folder, name), { recursive: true })
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(
      `${folder} cannot be watched (${code}). It must be writable, because files are moved inside it.`,
    )
  }
}

class FolderWatch {
  readonly result: WatchResult = { taken: 0, notTaken: 0 }
  readonly #folder: string
  readonly #tools: WatchTools
  /** Files that failed, and their state at that time. */
  #failed = new Map<string, string>()

  constructor(folder: string, tools: WatchTools) {
    this.#folder = folder
    this.#tools = tools
  }

  /** The files that may be imported, and their current state. */
  async poll(): Promise<Map<string, Seen>> {
    const seen = new Map<string, Seen>()
    await this.retrying(async () => {
      seen.clear()
      const names = (await this.#names()).filter(isWanted).sort(this.#inOrder)
      for (const name of names.slice(0, filesPerPollMax)) {
        const stats = await lstat(join(this.#folder, name)).catch(nullIfGone)
        if (!stats?.isFile()) continue
        const content = `${stats.size} ${stats.mtimeMs}`
        seen.set(name, { content, change: `${content} ${stats.ctimeMs}` })
      }
    })
    this.#failed = new Map([...this.#failed].filter(([name]) => seen.has(name)))
    return seen
  }

  /** Failed files come last, so that they never crowd out others. */
  readonly #inOrder = (one: string, other: string): number =>
    Number(this.#failed.has(one)) - Number(this.#failed.has(other)) || (one < other ? -1 : 1)

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new PassingFailure(`The folder ${this.#folder} cannot be read (${code}).`)
    }
  }

  async take(name: string, seen: Seen): Promise<void> {
    if (this.#failed.get(name) === seen.change) return
    const path = join(this.#folder, name)
    try {
      if (!(await exists(path))) return
      const reports = await this.retrying(() => this.#tools.importFile(path))
      if (reports) await this.#settle(path, seen, reports)
    } catch (error) {
      if (error instanceof PassingFailure) throw error
      this.#failed.set(name, seen.change)
      this.result.notTaken += 1
      this.#tools.tell({ kind: 'trouble', file: path, reason: (error as Error).message })
    }
  }

  async #settle(path: string, { content }: Seen, reports: ImportReport[]): Promise<void> {
    const refused = reports.some(({ outcome }) => outcome === 'refused')
    const folder = join(this.#folder, refused ? 'refused' : 'imported')
    const note = refused ? this.#tools.explain(reports) : null
    const movedTo = await moveAway(path, folder, content, note).catch((error: NodeJS.ErrnoException) => {
      const done = refused ? 'was refused' : 'was imported'
      throw new Failure(`${basename(path)} ${done} but cannot be moved to ${folder} (${error.code}).`)
    })
    // Someone has removed the file, or replaced it with another, which the next poll finds.
    if (movedTo === null) return
    this.result[refused ? 'notTaken' : 'taken'] += 1
    this.#tools.tell({ kind: 'taken', file: path, movedTo, refused, reports })
  }

  /** Retries until it succeeds; null if stopped before that. With `once` it does not retry. */
  async retrying<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const { once, stop, tell, wait } = this.#tools
    for (let pauseMs = pollEveryMs, waiting = false; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
      try {
        const result = await work()
        if (waiting) tell({ kind: 'going on' })
        return result
      } catch (error) {
        if (!(error instanceof PassingFailure) || once) throw error
        if (!waiting) tell({ kind: 'waiting', reason: error.message })
        waiting = true
      }
      await wait(pauseMs)
      if (stop.aborted) return null
    }
  }
}

/** Skips hidden files and partial downloads. */
const isWanted = (name: string): boolean => !/^\.|\.(part|tmp|partial|crdownload)$/i.test(name)

const nullIfGone = (error: unknown): null => {
  if (isGone(error)) return null
  throw error
}

/** False if the file is gone; throws if it cannot be read. */
async function exists(path: string): Promise<boolean> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    await handle.close()
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw new Failure(`${basename(path)} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
