/**
 * A list that several pages need. It is loaded when a page first uses it and then kept for all of them. It is loaded
 * again after a change, after an error, when a row names an id that the list lacks, and when it has become old.
 */
export interface SharedState<Row> {
  /** Undefined until the first response. Kept while the list is loaded again, and if that fails. */
  rows: readonly Row[] | undefined
  error: unknown
}

interface Identified {
  id: string
}

/** Other people and programs change these lists too, though rarely. */
const freshMs = 5 * 60_000

export class SharedList<Row extends Identified> {
  readonly #load: (signal: AbortSignal) => Promise<{ data: readonly Row[] }>
  readonly #listeners = new Set<() => void>()
  readonly #missingIds = new Set<string>()
  #state: SharedState<Row> = { rows: undefined, error: null }
  #running: AbortController | null = null
  #freshUntilMs = 0

  constructor(load: (signal: AbortSignal) => Promise<{ data: readonly Row[] }>) {
    this.#load = load
  }

  readonly state = (): SharedState<Row> => this.#state

  /** Loads the list, unless it is fresh or on its way. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#running === null && Date.now() >= this.#freshUntilMs) this.#start()
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Call it after a change to the list. Reloads now if a page shows the list, else when the next page uses it. */
  readonly refresh = (): void => {
    this.stop()
    this.#freshUntilMs = 0
    if (this.#listeners.size > 0) this.#start()
  }

  /** Reloads a list that lacks one of these ids, as someone may have added it since. Does so once per id. */
  readonly require = (ids: readonly string[]): void => {
    const { rows } = this.#state
    if (rows === undefined || this.#running !== null) return
    const known = new Set(rows.map(({ id }) => id))
    const missing = ids.filter(id => !known.has(id) && !this.#missingIds.has(id))
    if (missing.length === 0) return
    for (const id of missing) this.#missingIds.add(id)
    this.refresh()
  }

  /** Cancels the request under way. Its response is never shown. */
  stop(): void {
    this.#running?.abort()
    this.#running = null
  }

  #start(): void {
    const controller = new AbortController()
    const startedMs = Date.now()
    this.#running = controller
    const settle = (state: SharedState<Row>, freshUntilMs: number) => {
      if (controller.signal.aborted) return
      this.#running = null
      this.#freshUntilMs = freshUntilMs
      this.#state = state
      for (const listener of this.#listeners) listener()
    }
    this.#load(controller.signal).then(
      ({ data }) => settle({ rows: data, error: null }, startedMs + freshMs),
      (error: unknown) => settle({ rows: this.#state.rows, error }, 0),
    )
  }
}
