/** Counts the imports of this process for the metrics. */
import type { ImportReport } from '../contract/console/imports.ts'
import type { Format } from './format.ts'

export type FileKind = Format['kind']
export type FileOutcome = ImportReport['outcome'] | 'dry_run' | 'failed'
/** `refused` rows were in a file that was rejected as a whole. */
export type RowOutcome = 'added' | 'changed' | 'known' | 'left_out' | 'refused'

export class ImportCounts {
  readonly files = new Map<FileKind, Map<FileOutcome, number>>()
  readonly rows: Record<RowOutcome, number> = { added: 0, changed: 0, known: 0, left_out: 0, refused: 0 }
  readonly #underWay = new Set<{ sinceMs: number }>()

  /** Counts a file once its import is over, whether it succeeds or fails. */
  async watch(
    kind: FileKind,
    dryRun: boolean,
    work: () => ImportReport | Promise<ImportReport>,
  ): Promise<ImportReport> {
    const entry = { sinceMs: performance.now() }
    this.#underWay.add(entry)
    let outcome: FileOutcome = 'failed'
    try {
      const report = await work()
      outcome = dryRun ? 'dry_run' : report.outcome
      if (!dryRun) this.#countRows(report)
      return report
    } finally {
      this.#underWay.delete(entry)
      this.#countFile(kind, outcome)
    }
  }

  /** How many imports are running, and how long the oldest has been. */
  underWay(): { count: number; oldestMs: number } {
    // A set keeps insertion order.
    const [oldest] = this.#underWay
    return {
      count: this.#underWay.size,
      oldestMs: oldest === undefined ? 0 : performance.now() - oldest.sinceMs,
    }
  }

  #countFile(kind: FileKind, outcome: FileOutcome): void {
    const outcomes = this.files.get(kind) ?? new Map<FileOutcome, number>()
    this.files.set(kind, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1))
  }

  #countRows({ outcome, counts }: ImportReport): void {
    if (outcome === 'refused') {
      this.rows.refused += counts.entries
      return
    }
    this.rows.added += counts.added
    this.rows.changed += counts.changed
    this.rows.known += counts.known
    this.rows.left_out += counts.leftOut
  }
}

/** One per process, because imports come from both the console and commands. */
export const importCounts = new ImportCounts()
