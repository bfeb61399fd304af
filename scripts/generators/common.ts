/** What every generated client must be able to do, and the calls that prove it. Copied next to the clients. */

export interface Row {
  id: string
  amount: string
  side: 'credit' | 'debit' | null
}

/** Each method is written with the types that the generator made, so a wrong type fails to compile. */
export interface Adapter {
  workspaceName(): Promise<string>
  transactions(query: { limit: number; cursor?: string }): Promise<{ rows: Row[]; next: string | null }>
  transaction(id: string): Promise<Row>
  totals(): Promise<{ currency: string; debit: string }[]>
  createPayee(body: { companyId: string; name: string; iban: string }): Promise<string>
  renamePayee(id: string, name: string): Promise<string>
  deletePayee(id: string): Promise<void>
  /** The status of a request for something that does not exist. */
  missing(id: string): Promise<number>
}

export interface Place {
  baseUrl: string
  apiKey: string
  workspaceName: string
  companyId: string
  /** All transactions, newest first, and what their debits add up to. */
  transactionIds: string[]
  debit: string
}

export async function check(adapter: Adapter, place: Place): Promise<void> {
  same('the name of the workspace', await adapter.workspaceName(), place.workspaceName)
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await adapter.transactions({ limit: 2, ...(cursor !== undefined && { cursor }) })
    ids.push(...rows.map(({ id }) => id))
    cursor = next ?? undefined
  } while (cursor !== undefined && ids.length < 100)
  same('the transactions of all pages', ids, place.transactionIds)
  const [first = ''] = ids
  const row = await adapter.transaction(first)
  same('one transaction', [row.id, row.amount, row.side], [first, '10.00', 'debit'])
  same('the totals', await adapter.totals(), [{ currency: 'EUR', debit: place.debit }])
  const payee = { companyId: place.companyId, name: 'Generated', iban: 'DE89 3704 0044 0532 0130 00' }
  const id = await adapter.createPayee(payee)
  same('a renamed payee', await adapter.renamePayee(id, 'Renamed'), 'Renamed')
  await adapter.deletePayee(id)
  same('the status of a deleted payee', await adapter.missing(id), 404)
}

function same(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`)
}
