/** Builds a WHERE clause and its values. The workspace is always the first predicate. */
import type { Value } from './door.ts'

export class Conditions {
  readonly #texts: string[] = []
  readonly values: Value[] = []

  constructor(workspaceId: string) {
    this.add('t.workspace_id = ?', workspaceId)
  }

  /**
   * Adds a predicate; each `?` is replaced by the next value. Write words from a closed list into the text instead: one
   * plan would otherwise serve both the common and the rare words.
   */
  add(text: string, ...values: Value[]): void {
    const marks = values.map(value => this.mark(value))
    this.#texts.push(text.replace(/\?/g, () => marks.shift() ?? '?'))
  }

  /** Adds a value and returns its placeholder, for the parts of a query that are written by hand. */
  mark(value: Value): string {
    return `$${this.values.push(value)}`
  }

  /** What `build` adds, as an expression of its own instead of further predicates. */
  apart(build: (conditions: Conditions) => void): string {
    const before = this.#texts.length
    build(this)
    return this.#texts.splice(before).join(' and ') || 'true'
  }

  get text(): string {
    return this.#texts.join(' and ')
  }
}
