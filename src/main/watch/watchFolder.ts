/**
 * Takes in what is put into a folder. It looks again and again, as folders of a network tell nobody of changes; a file
 * that has not changed between two looks is complete, is imported, and moved to `imported` or `refused` in the folder.
 */
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportReport } from '../../contract/console/imports.ts'
import { Failure, PassingFailure } from '../failure.ts'
import { isGone, moveAway } from './moveAway.ts'

export const lookEveryMs = 2_000
/** While the store is out of reach each pause is twice the one before, up to this. */
export const pauseMsMax = 60_000
/** So many files are looked at in a round; the others come as these go. */
const filesPerLookMax = 10_000

export interface WatchTools {
  /** One round for what is there, and then the end. */
  once: boolean
  stop: AbortSignal
  /** Says where something is wrong with the command itself, such as an unknown workspace. */
  check(): Promise<void>
  /** A PassingFailure means that the same again may do later. */
  importFile(path: string): Promise<ImportReport[]>
  /** What stands in the text beside a refused file. */
  explain(reports: readonly ImportReport[]): string
  tell(event: WatchEvent): void
  /** Settles after that time, or as soon as it is told to stop. */
  wait(ms: number): Promise<void>
}

export type WatchEvent =
  | { kind: 'taken'; file: string; movedTo: string; refused: boolean; reports: ImportReport[] }
  /** The file stays where it is, and is left alone until it changes. */
  | { kind: 'trouble'; file: string; reason: string }
  | { kind: 'waiting'; reason: string }
  | { kind: 'going on' }

export interface WatchResult {
  taken: number
  /** Refused, or in trouble. */
  notTaken: number
}

/** Size and times: of the content alone, and of whatever may change on a file, such as who may read it. */
interface Seen {
  content: string
  change: string
}

export async function watchFolder(folder: string, tools: WatchTools): Promise<WatchResult> {
  await prepare(folder)
  const watch = new FolderWatch(folder, tools)
  await watch.patiently(() => tools.check())
  let before = await watch.look()
  while (!tools.stop.aborted) {
    await tools.wait(lookEveryMs)
    if (tools.stop.aborted) break
    const now = await watch.look()
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
      throw new Failure(`${folder} is not a folder. Name one to watch.`)
    for (const name of ['imported', 'refused']) await mkdir(join(folder, name), { recursive: true })
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(
      `${folder} cannot be watched (${code}). Files must be moved in it, so it must be writable.`,
    )
  }
}

class FolderWatch {
  readonly result: WatchResult = { taken: 0, notTaken: 0 }
  readonly #folder: string
  readonly #tools: WatchTools
  /** Files in trouble, as they were then. */
  #left = new Map<string, string>()

  constructor(folder: string, tools: WatchTools) {
    this.#folder = folder
    this.#tools = tools
  }

  /** The files that may be taken, as they are now. */
  async look(): Promise<Map<string, Seen>> {
    const seen = new Map<string, Seen>()
    await this.patiently(async () => {
      seen.clear()
      const names = (await this.#names()).filter(isWanted).sort(this.#inOrder)
      for (const name of names.slice(0, filesPerLookMax)) {
        const facts = await lstat(join(this.#folder, name)).catch(nothingWhereGone)
        if (!facts?.isFile()) continue
        const content = `${facts.size} ${facts.mtimeMs}`
        seen.set(name, { content, change: `${content} ${facts.ctimeMs}` })
      }
    })
    this.#left = new Map([...this.#left].filter(([name]) => seen.has(name)))
    return seen
  }

  /** Those that are left alone come last, so that they never stand in the way of others. */
  readonly #inOrder = (one: string, other: string): number =>
    Number(this.#left.has(one)) - Number(this.#left.has(other)) || (one < other ? -1 : 1)

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new PassingFailure(`The folder ${this.#folder} cannot be read (${code}).`)
    }
  }

  async take(name: string, seen: Seen): Promise<void> {
    if (this.#left.get(name) === seen.change) return
    const path = join(this.#folder, name)
    try {
      if (!(await isThere(path))) return
      const reports = await this.patiently(() => this.#tools.importFile(path))
      if (reports) await this.#settle(path, seen, reports)
    } catch (error) {
      if (error instanceof PassingFailure) throw error
      this.#left.set(name, seen.change)
      this.result.notTaken += 1
      this.#tools.tell({ kind: 'trouble', file: path, reason: (error as Error).message })
    }
  }

  async #settle(path: string, { content }: Seen, reports: ImportReport[]): Promise<void> {
    const refused = reports.some(({ outcome }) => outcome === 'refused')
    const folder = join(this.#folder, refused ? 'refused' : 'imported')
    const note = refused ? this.#tools.explain(reports) : null
    const movedTo = await moveAway(path, folder, content, note).catch((error: NodeJS.ErrnoException) => {
      const done = refused ? 'was refused' : 'has been taken in'
      throw new Failure(`${basename(path)} ${done}, and cannot be moved to ${folder} (${error.code}).`)
    })
    // Somebody else has taken it, or has put another one in its place, which comes with the next round.
    if (movedTo === null) return
    this.result[refused ? 'notTaken' : 'taken'] += 1
    this.#tools.tell({ kind: 'taken', file: path, movedTo, refused, reports })
  }

  /** Tries until it works; null where it was told to stop before that. A single round does not wait. */
  async patiently<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const { once, stop, tell, wait } = this.#tools
    for (let pauseMs = lookEveryMs, waiting = false; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
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

/** What is hidden, or still on its way. */
const isWanted = (name: string): boolean => !/^\.|\.(part|tmp|partial|crdownload)$/i.test(name)

const nothingWhereGone = (error: unknown): null => {
  if (isGone(error)) return null
  throw error
}

/** False where somebody has taken it; fails where it cannot be read. */
async function isThere(path: string): Promise<boolean> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    await handle.close()
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw new Failure(`${basename(path)} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
