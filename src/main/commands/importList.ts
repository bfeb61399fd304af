/** The newest imports, without the long lists of their reports. */
import type { ListedImport } from '../../contract/console/imports.ts'
import type { Connection } from '../../store/engine/door.ts'
import { listImports } from '../../store/imports/imports.ts'

export const importsListedMax = 1_000
const pageRows = 50

export interface NewestImports {
  imports: (Omit<ListedImport, 'report'> & {
    fileName: string
    format: string | null
    outcome: ListedImport['report']['outcome']
    counts: ListedImport['report']['counts']
  })[]
  /** Whether there are older imports that are not included. */
  more: boolean
}

export async function newestImports(connection: Connection, workspaceId: string): Promise<NewestImports> {
  const imports: NewestImports['imports'] = []
  let after: { at: string; id: string } | null = null
  for (;;) {
    const rows: ListedImport[] = await listImports(connection, workspaceId, { after, limit: pageRows })
    imports.push(...rows.slice(0, pageRows).map(withoutLists))
    const more = rows.length > pageRows
    if (!more || imports.length >= importsListedMax) return { imports, more }
    const last = imports.at(-1)
    after = last ? { at: last.at, id: last.id } : null
  }
}

function withoutLists({ report, ...facts }: ListedImport): NewestImports['imports'][number] {
  const { fileName, format, outcome, counts } = report
  return { ...facts, fileName, format, outcome, counts }
}
