/** Writes a workspace as a workspace file, piece by piece and from one consistent snapshot. */
import type { ListName } from '../../contract/workspaceFile.ts'
import type { Position } from '../../domain/cursor.ts'
import { listAccounts } from '../../store/accounts.ts'
import { listBills } from '../../store/bills.ts'
import { listCategories } from '../../store/categories.ts'
import { listCompanies } from '../../store/companies.ts'
import type { Connection, Database } from '../../store/engine/door.ts'
import type { ListPage } from '../../store/pages/walk.ts'
import { listPayees } from '../../store/payeeList.ts'
import { listTransactions } from '../../store/transactions.ts'
import { UnknownWorkspace } from '../../store/workspaceClock.ts'
import { countElements } from '../../store/workspaceRows.ts'
import { findWorkspace } from '../../store/workspaces.ts'

const rowsPerPage = 1_000

type Write = (text: string) => Promise<void>
/** Elements, or their JSON text. */
type Rows = AsyncIterable<readonly (object | string)[]>

/** Returns the number of elements written. */
export async function exportWorkspace(
  db: Database,
  workspaceId: string,
  write: Write,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  return await db.transaction(
    async connection => {
      const workspace = await findWorkspace(connection, workspaceId)
      if (workspace === null) throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
      await write(`{\n"workspace": ${JSON.stringify({ id: workspace.id, name: workspace.name })}`)
      const total = await countElements(connection, workspaceId)
      let elements = 0
      for (const [name, pages] of Object.entries(lists(connection, workspaceId))) {
        await writeList(name, pages, write, rows => {
          elements += rows
          onProgress(elements, total)
        })
      }
      await write('\n}\n')
      return elements
    },
    { snapshot: true, workspaceId },
  )
}

function lists(connection: Connection, workspaceId: string): Record<ListName, Rows> {
  return {
    companies: whole(() => listCompanies(connection, workspaceId, {})),
    accounts: whole(() => listAccounts(connection, workspaceId, {})),
    categories: whole(() => listCategories(connection, workspaceId)),
    transactions: paged(async page => {
      const { data, next } = await listTransactions(connection, workspaceId, page)
      return { data: data.texts(), next }
    }),
    bills: paged(page => listBills(connection, workspaceId, page)),
    payees: whole(() => listPayees(connection, workspaceId, {})),
  }
}

async function* whole(list: () => Promise<object[]>) {
  yield await list()
}

async function* paged(
  list: (
    page: ListPage<Record<string, never>>,
  ) => Promise<{ data: (object | string)[]; next: Position | null }>,
) {
  let after: Position | null = null
  do {
    const page: { data: (object | string)[]; next: Position | null } = await list({
      filters: {},
      changed: null,
      after,
      limit: rowsPerPage,
    })
    yield page.data
    after = page.next
  } while (after !== null)
}

/** One element per line, so that two exports are easy to diff. */
async function writeList(
  name: string,
  pages: Rows,
  write: Write,
  onRows: (rows: number) => void,
): Promise<void> {
  let comma = ''
  await write(`,\n"${name}": [`)
  for await (const rows of pages) {
    if (rows.length === 0) continue
    await write(
      `${comma}\n${rows.map(row => (typeof row === 'string' ? row : JSON.stringify(row))).join(',\n')}`,
    )
    comma = ','
    onRows(rows.length)
  }
  await write('\n]')
}
