/** What the clients know about each payee: the states that are possible after the replies they got and missed. */

/** A payee's name, or null if there is no such payee. */
export type PayeeState = string | null

export interface PayeeRow {
  id: string
  iban: string
  name: string
}

export class Ledger {
  readonly #possible = new Map<string, Set<PayeeState>>()
  readonly #kept: ReadonlySet<string>

  /** Payees that existed from the start are not touched by the clients. */
  constructor(kept: readonly string[]) {
    this.#kept = new Set(kept)
  }

  /** A reply was received: no other state is possible. */
  acknowledged(iban: string, state: PayeeState): void {
    this.#possible.set(iban, new Set([state]))
  }

  /** No reply was received: the write succeeded or not. */
  unanswered(iban: string, state: PayeeState): void {
    const before = this.#possible.get(iban) ?? new Set([null])
    this.#possible.set(iban, before.add(state))
  }

  /** Compares with the current state of the service, which then counts as known. */
  check(rows: readonly PayeeRow[]): string[] {
    const found: string[] = []
    const byIban = new Map<string, PayeeRow>()
    for (const row of rows) {
      if (byIban.has(row.iban)) found.push(`duplicate: payee ${row.iban} exists twice`)
      byIban.set(row.iban, row)
      if (!this.#possible.has(row.iban) && !this.#kept.has(row.iban)) {
        found.push(`unknown: nobody created payee ${row.iban} (${row.name})`)
      }
    }
    for (const [iban, possible] of this.#possible) {
      const actual = byIban.get(iban)?.name ?? null
      if (!possible.has(actual)) found.push(describe(iban, [...possible], actual))
      if (actual === null) this.#possible.delete(iban)
      else this.acknowledged(iban, actual)
    }
    for (const iban of this.#kept) if (!byIban.has(iban)) found.push(`lost: payee ${iban} from the start`)
    return found
  }
}

function describe(iban: string, possible: readonly PayeeState[], actual: PayeeState): string {
  const words = (state: PayeeState) => (state === null ? 'absent' : `"${state}"`)
  const kind = actual === null ? 'lost' : 'wrong'
  return `${kind}: payee ${iban} is ${words(actual)}, but should be ${possible.map(words).join(' or ')}`
}
