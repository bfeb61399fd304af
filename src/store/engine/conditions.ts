/** Predicates of a WHERE with the values that they refer to. The workspace is always the first. */
import type { Value } from './door.ts'

export class Conditions {
  readonly #texts: string[] = []
  readonly values: Value[] = []

  constructor(workspaceId: string) {
    this.add('t.workspace_id = ?', workspaceId)
  }

  /**
   * Adds a predicate; each `?` stands for the next value. Words of a closed list are better written into the text
   * itself: with a parameter in their place, a plan made for the common word would serve the rare one.
   */
  add(text: string, ...values: Value[]): void {
    const marks = values.map(value => this.mark(value))
    this.#texts.push(text.replace(/\?/g, () => marks.shift() ?? '?'))
  }

  /** What stands for the value in a part of the statement that is written by hand. */
  mark(value: Value): string {
    return `$${this.values.push(value)}`
  }

  get text(): string {
    return this.#texts.join(' and ')
  }
}
