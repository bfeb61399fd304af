/** What the clients know about each payee: which states are possible after the answers they got, and missed. */

/** A payee's name, or null where there is no such payee. */
export type PayeeState = string | null

export interface PayeeRow {
  id: string
  iban: string
  name: string
}

export class Ledger {
  readonly #possible = new Map<string, Set<PayeeState>>()
  readonly #kept: ReadonlySet<string>

  /** Payees that were there from the start are not the clients' business. */
  constructor(kept: readonly string[]) {
    this.#kept = new Set(kept)
  }

  /** An answer was received: nothing else is possible. */
  acknowledged(iban: string, state: PayeeState): void {
    this.#possible.set(iban, new Set([state]))
  }

  /** No answer came: it was done or it was not. */
  unanswered(iban: string, state: PayeeState): void {
    const before = this.#possible.get(iban) ?? new Set([null])
    this.#possible.set(iban, before.add(state))
  }

  /** Compares with what the service has now. What was uncertain is known from here on. */
  check(rows: readonly PayeeRow[]): string[] {
    const found: string[] = []
    const byIban = new Map<string, PayeeRow>()
    for (const row of rows) {
      if (byIban.has(row.iban)) found.push(`doubled: payee ${row.iban} is there twice`)
      byIban.set(row.iban, row)
      if (!this.#possible.has(row.iban) && !this.#kept.has(row.iban)) {
        found.push(`unknown: nobody made payee ${row.iban} (${row.name})`)
      }
    }
    for (const [iban, possible] of this.#possible) {
      const actual = byIban.get(iban)?.name ?? null
      if (!possible.has(actual)) found.push(describe(iban, [...possible], actual))
      if (actual === null) this.#possible.delete(iban)
      else this.acknowledged(iban, actual)
    }
    for (const iban of this.#kept) if (!byIban.has(iban)) found.push(`lost: payee ${iban} of the start`)
    return found
  }
}

function describe(iban: string, possible: readonly PayeeState[], actual: PayeeState): string {
  const words = (state: PayeeState) => (state === null ? 'absent' : `"${state}"`)
  const kind = actual === null ? 'lost' : 'wrong'
  return `${kind}: payee ${iban} is ${words(actual)}, and should be ${possible.map(words).join(' or ')}`
}
