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
    let next = this.values.length
    this.values.push(...values)
    this.#texts.push(
      text.replace(/\?/g, () => {
        next += 1
        return `$${next}`
      }),
    )
  }

  get text(): string {
    return this.#texts.join(' and ')
  }
}
