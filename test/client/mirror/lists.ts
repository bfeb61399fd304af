/** Everything that the API lists, to compare a copy with. */
import type { FlorinClient, MirrorRow } from '../../../src/client/index.ts'
import type { ChangeResource } from '../../../src/contract/changes.ts'

type Row = { id: string }
type Lists = Record<ChangeResource, Row[]>

const byId = (rows: readonly Row[]): Row[] => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

export async function listsOf(client: FlorinClient): Promise<Lists> {
  const all = async (rows: AsyncIterable<Row>) => {
    const found: Row[] = []
    for await (const row of rows) found.push(row)
    return byId(found)
  }
  return {
    account: byId((await client.accounts.list()).data),
    bill: await all(client.bills.all({ limit: 100 })),
    category: byId((await client.categories.list()).data),
    company: byId((await client.companies.list()).data),
    payee: byId((await client.payees.list()).data),
    transaction: await all(client.transactions.all({ limit: 100 })),
  }
}

/** The rows of a copy in the same form. A row that is there twice appears twice. */
export function listsIn(rows: Iterable<Pick<MirrorRow, 'resource' | 'object'>>): Lists {
  const lists: Lists = { account: [], bill: [], category: [], company: [], payee: [], transaction: [] }
  for (const { resource, object } of rows) lists[resource].push(object)
  for (const resource of Object.keys(lists) as ChangeResource[]) lists[resource] = byId(lists[resource])
  return lists
}
