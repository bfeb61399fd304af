/**
 * The files to import, one after the other: uploaded, previewed, and imported when the person says so. The page draws this
 * state; nothing here knows the page.
 */
import type { CsvMapping } from '../../../../../src/contract/console/csvMapping.ts'
import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import type { ImportRequest, Watched } from '../../../api/importing.ts'

export interface Doors {
  send: (file: File, watched: Watched) => Promise<string>
  run: (request: ImportRequest, watched: Watched) => Promise<ImportReport[]>
  drop: (uploadId: string) => Promise<unknown>
  onImported: () => void
}

export type Choices = Pick<ImportRequest, 'companyId' | 'accountId'>

type Working = 'sending' | 'reading' | 'importing'

export type Stage =
  | { is: 'waiting' }
  | { is: Working; done: number; total: number }
  | { is: 'shown' }
  | { is: 'failed'; during: Working; error: unknown }
  | { is: 'done'; reports: readonly ImportReport[] }

export interface QueuedFile {
  key: number
  file: File
  uploadId: string | null
  /** The company and account that the person chose. */
  choices: Choices
  mapping: CsvMapping | undefined
  /** Why the company was proposed; null if a person chose it, or the file says it. */
  because: string | null
  /** The last preview. It stays visible while the next one is prepared. */
  shown: readonly ImportReport[] | null
  stage: Stage
}

/** A larger table takes too long to be read after each change. */
const peekBytesMax = 2 ** 21

export class ImportQueue {
  readonly #doors: Doors
  readonly #listeners = new Set<() => void>()
  readonly #controllers = new Map<number, AbortController>()
  #files: readonly QueuedFile[] = []
  #line: Promise<void> = Promise.resolve()
  #keys = 0

  constructor(doors: Doors) {
    this.#doors = doors
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly files = (): readonly QueuedFile[] => this.#files

  add(files: readonly File[], choices: Choices): void {
    for (const file of files) {
      this.#keys += 1
      const key = this.#keys
      this.#controllers.set(key, new AbortController())
      const stage = { is: 'waiting' } as const
      const queued = {
        key,
        file,
        uploadId: null,
        choices,
        mapping: undefined,
        because: null,
        shown: null,
        stage,
      }
      this.#set([...this.#files, queued])
      this.#look(key)
    }
  }

  /** Choices may change what the file would do, so the preview is updated. */
  readonly choose = (key: number, said: Partial<Pick<QueuedFile, 'choices' | 'mapping'>>): void => {
    this.#change(key, { ...said, ...(said.choices && { because: null }) })
    this.#look(key)
  }

  /** The company of all files that are not imported yet. */
  readonly chooseAll = (choices: Choices): void => {
    const open = this.#files.filter(({ stage }) => stage.is !== 'done' && stage.is !== 'importing')
    for (const { key } of open) this.choose(key, { choices })
  }

  /** What a small table would give with other settings, without choosing them. */
  readonly peek = async (key: number, mapping: CsvMapping): Promise<readonly ImportReport[]> => {
    const { uploadId, choices, file } = this.#find(key) ?? {}
    if (!uploadId || !file || file.size > peekBytesMax) return []
    const { signal } = this.#controllers.get(key) ?? new AbortController()
    const request = { ...choices, dryRun: true, partial: false, uploadId, csvMapping: mapping }
    return await this.#doors.run(request, { signal, onProgress: () => undefined })
  }

  readonly retry = (key: number): void => this.#look(key)

  readonly import = (key: number, partial: boolean): void => {
    this.#change(key, { shown: null, stage: { is: 'waiting' } })
    this.#next(key, async ({ uploadId }) => {
      if (uploadId === null) return
      const reports = await this.#run(key, 'importing', { dryRun: false, partial })
      this.#change(key, { shown: null, stage: { is: 'done', reports } })
      this.#doors.onImported()
      this.#lookAtTablesOf(key)
      if (reports.every(({ outcome }) => outcome !== 'refused')) this.#drop(key)
    })
  }

  /** The settings that were just stored with an account may serve for its other tables, too. */
  #lookAtTablesOf(key: number): void {
    const { choices, mapping } = this.#find(key) ?? {}
    if (!mapping || !choices?.accountId) return
    const isOpen = ({ stage, shown }: QueuedFile) =>
      stage.is === 'shown' && (shown ?? []).some(({ csv }) => csv?.origin === 'guessed')
    const others = this.#files.filter(file => file.choices.accountId === choices.accountId && isOpen(file))
    for (const other of others) this.#look(other.key)
  }

  /** An import that has started continues in the service, and is listed when it is done. */
  readonly remove = (key: number): void => {
    this.#controllers.get(key)?.abort()
    if (this.#find(key)?.stage.is !== 'importing') this.#drop(key)
    this.#set(this.#files.filter(file => file.key !== key))
  }

  removeAll(): void {
    for (const { key } of this.#files) this.remove(key)
  }

  #look(key: number): void {
    this.#change(key, { stage: { is: 'waiting' } })
    this.#next(key, async ({ file, uploadId }) => {
      if (uploadId === null) {
        const sent = await this.#doors.send(file, this.#watched(key, 'sending'))
        this.#change(key, { uploadId: sent })
        // Removed while its last piece was being uploaded.
        if (this.#find(key) === undefined) void this.#doors.drop(sent).catch(() => undefined)
      }
      const reports = await this.#run(key, 'reading', { dryRun: true, partial: false })
      if (this.#propose(key, reports)) return
      this.#change(key, { shown: reports, stage: { is: 'shown' } })
    })
  }

  /** If all that is missing is the company, and one is likely, shows what the file would do for that one. */
  #propose(key: number, reports: readonly ImportReport[]): boolean {
    const { choices } = this.#find(key) ?? {}
    const questions = reports.flatMap(({ company }) => company ?? [])
    const [first] = questions
    if (!first?.proposedId || choices?.companyId !== undefined) return false
    if (questions.some(({ proposedId }) => proposedId !== first.proposedId)) return false
    this.#change(key, { choices: { ...choices, companyId: first.proposedId }, because: first.because })
    this.#look(key)
    return true
  }

  #run(key: number, during: Working, how: { dryRun: boolean; partial: boolean }): Promise<ImportReport[]> {
    const { uploadId, choices, mapping } = this.#find(key) ?? {}
    if (!uploadId) throw new DOMException('The file was removed.', 'AbortError')
    const request = { ...choices, ...how, uploadId, ...(mapping && { csvMapping: mapping }) }
    return this.#doors.run(request, this.#watched(key, during))
  }

  /** Runs the work after all earlier work is done. */
  #next(key: number, work: (file: QueuedFile) => Promise<void>): void {
    this.#line = this.#line.then(async () => {
      const file = this.#find(key)
      if (file === undefined) return
      try {
        await work(file)
      } catch (error) {
        const { stage } = this.#find(key) ?? {}
        const during = stage && 'done' in stage ? stage.is : 'sending'
        this.#change(key, { stage: { is: 'failed', during, error } })
      }
    })
  }

  #watched(key: number, is: Working): Watched {
    const onProgress = (done: number, total: number) => this.#change(key, { stage: { is, done, total } })
    onProgress(0, 0)
    const { signal } = this.#controllers.get(key) ?? new AbortController()
    return { signal, onProgress }
  }

  /** Uploads also expire in the service, but later. */
  #drop(key: number): void {
    const { uploadId } = this.#find(key) ?? {}
    if (uploadId) void this.#doors.drop(uploadId).catch(() => undefined)
    this.#change(key, { uploadId: null })
  }

  #find = (key: number): QueuedFile | undefined => this.#files.find(file => file.key === key)

  #change(key: number, change: Partial<QueuedFile>): void {
    this.#set(this.#files.map(file => (file.key === key ? { ...file, ...change } : file)))
  }

  #set(files: readonly QueuedFile[]): void {
    this.#files = files
    for (const listener of this.#listeners) listener()
  }
}

/** The preview or the result. Empty while neither is known. */
export const reportsOf = ({ shown, stage }: QueuedFile): readonly ImportReport[] =>
  stage.is === 'done' ? stage.reports : (shown ?? [])
