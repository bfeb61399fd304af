/**
 * Asks several nodes at once, and leaves out those that are out of reach, because nobody must wait for a node that has
 * none of their workspaces. Such a node is asked again in the background, and counts again once it has answered.
 */

/** Between two attempts to reach a node. */
const retryMs = 1_000

type Answer<Rows> = { rows: Rows } | { error: unknown }

export class AwayNodes {
  readonly #isOutOfReach: (error: unknown) => boolean
  readonly #nowMs: () => number
  /** When each is to be tried again. */
  readonly #retryAtMs = new Map<string, number>()

  /** `isOutOfReach` tells an error that means that a node did not answer. */
  constructor(isOutOfReach: (error: unknown) => boolean, nowMs = () => performance.now()) {
    this.#isOutOfReach = isOutOfReach
    this.#nowMs = nowMs
  }

  /** What the nodes in reach answer. Throws if there is none, and for any other error. */
  async askThose<Part extends { node: string }, Rows>(
    parts: readonly Part[],
    ask: (part: Part) => Promise<Rows>,
  ): Promise<Rows[]> {
    const inReach = parts.filter(({ node }) => !this.#retryAtMs.has(node))
    const asked = inReach.length > 0 ? inReach : parts
    for (const part of parts) if (!asked.includes(part)) this.#tryAgain(part, ask)
    const answers = await Promise.all(asked.map(part => this.#answer(part, ask)))
    const rows = answers.flatMap(answer => ('rows' in answer ? [answer.rows] : []))
    const [failed] = answers.filter(answer => 'error' in answer)
    if (rows.length === 0 && failed !== undefined) throw failed.error
    return rows
  }

  /** Nobody waits for its answer, which a node that hangs gives only after its time limit. */
  #tryAgain<Part extends { node: string }>(part: Part, ask: (part: Part) => Promise<unknown>): void {
    if (this.#nowMs() < (this.#retryAtMs.get(part.node) ?? 0)) return
    // Until it has answered, nobody else tries.
    this.#retryAtMs.set(part.node, Number.POSITIVE_INFINITY)
    this.#answer(part, ask).catch(() => this.#retryAtMs.delete(part.node))
  }

  async #answer<Part extends { node: string }, Rows>(
    part: Part,
    ask: (part: Part) => Promise<Rows>,
  ): Promise<Answer<Rows>> {
    try {
      const rows = await ask(part)
      this.#retryAtMs.delete(part.node)
      return { rows }
    } catch (error) {
      if (!this.#isOutOfReach(error)) throw error
      this.#retryAtMs.set(part.node, this.#nowMs() + retryMs)
      return { error }
    }
  }
}
