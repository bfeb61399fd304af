/** Writes a workspace as a workspace file, piece by piece, as it was at one moment. */
import type { ListName } from '../contract/workspaceFile.ts'
import type { Position } from '../domain/cursor.ts'
import { listAccounts } from '../store/accounts.ts'
import { listBills } from '../store/bills.ts'
import { listCategories } from '../store/categories.ts'
import { listCompanies } from '../store/companies.ts'
import type { Database, Session } from '../store/door.ts'
import { listPayees } from '../store/payees.ts'
import { listTransactions } from '../store/transactions.ts'
import { UnknownWorkspace } from '../store/workspaceClock.ts'
import { findWorkspace } from '../store/workspaces.ts'

const rowsPerPage = 1_000

type Write = (text: string) => Promise<void>
type Rows = AsyncIterable<readonly object[]>

/** Gives back how many elements were written. */
export async function exportWorkspace(db: Database, workspaceId: string, write: Write): Promise<number> {
  return await db.transaction(
    async session => {
      const workspace = await findWorkspace(session, workspaceId)
      if (workspace === null) throw new UnknownWorkspace(`There is no workspace ${workspaceId}.`)
      await write(`{\n"workspace": ${JSON.stringify({ id: workspace.id, name: workspace.name })}`)
      let elements = 0
      for (const [name, rows] of Object.entries(lists(session, workspaceId))) {
        elements += await writeList(name, rows, write)
      }
      await write('\n}\n')
      return elements
    },
    { snapshot: true },
  )
}

function lists(session: Session, workspaceId: string): Record<ListName, Rows> {
  return {
    companies: whole(() => listCompanies(session, workspaceId, {})),
    accounts: whole(() => listAccounts(session, workspaceId, {})),
    categories: whole(() => listCategories(session, workspaceId)),
    transactions: paged(page => listTransactions(session, workspaceId, page)),
    bills: paged(page => listBills(session, workspaceId, page)),
    payees: whole(() => listPayees(session, workspaceId, {})),
  }
}

async function* whole(list: () => Promise<object[]>) {
  yield await list()
}

interface ExportPage {
  filters: Record<string, never>
  changed: null
  after: Position | null
  limit: number
}

async function* paged(list: (page: ExportPage) => Promise<{ data: object[]; next: Position | null }>) {
  let after: Position | null = null
  do {
    const page: { data: object[]; next: Position | null } = await list({
      filters: {},
      changed: null,
      after,
      limit: rowsPerPage,
    })
    yield page.data
    after = page.next
  } while (after !== null)
}

/** One element a line, so that two exports can be compared by eye and by diff. */
async function writeList(name: string, pages: Rows, write: Write): Promise<number> {
  let count = 0
  await write(`,\n"${name}": [`)
  for await (const rows of pages) {
    const lines = rows.map((row, index) => `${count + index === 0 ? '' : ','}\n${JSON.stringify(row)}`)
    count += rows.length
    await write(lines.join(''))
  }
  await write('\n]')
  return count
}
