/** Copies in memory for the tests of mirrors. */

import type { MirrorMark, MirrorRow, MirrorStore } from '../../../src/client/index.ts'
import type { ChangeResource } from '../../../src/contract/changes.ts'

/** Every write counts, and the process can be killed before any of them. Written rows survive a kill. */
export class MemoryStore implements MirrorStore {
  /** A list for each row, because a bad store may have a row twice. */
  rows = new Map<string, MirrorRow[]>()
  saved: string | null = null
  writes = 0
  killedBefore = Number.POSITIVE_INFINITY

  #write(): void {
    this.writes += 1
    if (this.writes >= this.killedBefore) throw new Error('killed')
  }

  *get(resource: ChangeResource): Iterable<MirrorMark> {
    for (const copies of this.rows.values()) {
      for (const row of copies) if (row.resource === resource) yield row
    }
  }

  put(rows: readonly MirrorRow[]): void {
    for (const row of rows) {
      this.#write()
      this.rows.set(`${row.resource} ${row.id}`, [row])
    }
  }

  delete(resource: ChangeResource, ids: readonly string[]): void {
    for (const id of ids) {
      this.#write()
      this.rows.delete(`${resource} ${id}`)
    }
  }

  cursor(): string | null {
    return this.saved
  }

  async saveCursor(cursor: string): Promise<void> {
    this.#write()
    this.saved = cursor
  }
}

/** The same with transactions: a kill undoes the one that is open. */
export class TransactionalStore extends MemoryStore {
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = { rows: new Map(this.rows), saved: this.saved }
    try {
      return await work()
    } catch (error) {
      this.rows = before.rows
      this.saved = before.saved
      throw error
    }
  }
}
