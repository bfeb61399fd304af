/** What must hold after each kill, checked from outside: over HTTP and with commands. */

import { createClient, type FlorinClient } from '../../src/client/index.ts'
import type { Bill } from '../../src/contract/bills.ts'
import type { Transaction } from '../../src/contract/transactions.ts'
import type { Place, Task } from './commands.ts'

type Row = Transaction | Bill

/** A copy kept up to date by syncing changes, as a user of the API would do. */
interface Copy<Kept extends Row> {
  rows: Map<string, Kept>
  mark: string | undefined
}

export class Checks {
  readonly #place: Place
  readonly #secret: string
  readonly #transactions: Copy<Transaction> = { rows: new Map(), mark: undefined }
  readonly #bills: Copy<Bill> = { rows: new Map(), mark: undefined }

  constructor(place: Place, secret: string) {
    this.#place = place
    this.#secret = secret
  }

  /** A new one each time, because the service listens on another port after each start. */
  get client(): FlorinClient {
    return createClient({ baseUrl: `${this.#place.florin.url}/v1`, apiKey: this.#secret, retries: 3 })
  }

  async payees() {
    return (await this.client.payees.list({})).data
  }

  /** Brings the copies up to date. */
  async sync(): Promise<void> {
    const { transactions, bills } = this.client
    await follow(this.#transactions, after => transactions.sync({ limit: 100, updatedAfter: after }))
    await follow(this.#bills, after => bills.sync({ limit: 100, updatedAfter: after }))
  }

  /** Compares the copies with the full lists; call `sync` first. */
  async compare(): Promise<string[]> {
    const { transactions, bills } = this.client
    return [
      ...(await differences('transactions', this.#transactions, transactions.all({ limit: 100 }))),
      ...(await differences('bills', this.#bills, bills.all({ limit: 100 }))),
    ]
  }

  /** How many rows the command left behind. */
  async countOf({ kind, mark }: Task): Promise<number> {
    if (kind === 'key') {
      const words = ['keys', 'list', '--workspace', this.#place.file.workspace.id]
      const { keys } = await this.#place.florin.run<{ keys: { name: string }[] }>(words)
      return keys.filter(({ name }) => name === mark).length
    }
    const rows: Iterable<Row> = kind === 'load' ? this.#bills.rows.values() : this.#transactions.rows.values()
    let count = 0
    for (const row of rows) if (JSON.stringify(row).includes(mark)) count += 1
    return count
  }
}

async function follow<Kept extends Row>(
  copy: Copy<Kept>,
  sync: (after: string | undefined) => { toArray(): Promise<{ rows: Kept[]; nextUpdatedAfter: string }> },
): Promise<void> {
  const { rows, nextUpdatedAfter } = await sync(copy.mark).toArray()
  for (const row of rows) copy.rows.set(row.id, row)
  copy.mark = nextUpdatedAfter
}

async function differences<Kept extends Row>(
  name: string,
  copy: Copy<Kept>,
  list: AsyncIterable<Kept>,
): Promise<string[]> {
  const found: string[] = []
  const seen = new Set<string>()
  for await (const row of list) {
    if (seen.has(row.id)) found.push(`duplicate: ${row.id} is in the list of ${name} twice`)
    seen.add(row.id)
    if (JSON.stringify(copy.rows.get(row.id)) !== JSON.stringify(row)) {
      found.push(`sync: the copy of ${row.id} differs from the list of ${name}`)
    }
  }
  for (const id of copy.rows.keys()) {
    if (!seen.has(id)) found.push(`lost: ${id} was synced and is no longer in the list of ${name}`)
  }
  return found
}
