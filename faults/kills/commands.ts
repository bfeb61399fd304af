/** Commands that are run and killed alongside the service. Each one leaves a mark, completely or not at all. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '../../src/contract/accounts.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { camtText } from '../../test/import/statementTexts.ts'
import { bill } from '../../test/support/builders.ts'
import type { Child, Florin } from '../support/florin.ts'
import { openFilesOf } from '../support/processes.ts'
import type { Random } from '../support/random.ts'

/** A command and what it leaves behind when it is done. */
export interface Task {
  words: string[]
  mark: string
  kind: 'import' | 'load' | 'key'
  /** How many rows have the mark after the command has run once. */
  whole: number
}

export interface Place {
  florin: Florin
  file: WorkspaceFile
  account: Account
}

const rowsOfImport = 20
const rowsOfLoad = 10

export function newTask(place: Place, number: number, random: Random): Task {
  const mark = `mark${number}x`
  const kind = random.pick(['import', 'import', 'load', 'key'] as const)
  const workspace = place.file.workspace.id
  if (kind === 'key') {
    const words = ['keys', 'create', '--workspace', workspace, '--name', mark, '--scopes', 'payees:read']
    return { words, mark, kind, whole: 1 }
  }
  const path = join(place.florin.store.folder, `${mark}.${kind === 'load' ? 'json' : 'xml'}`)
  if (kind === 'load') {
    writeFileSync(path, JSON.stringify(billsFile(place, mark)))
    return { words: ['load', path], mark, kind, whole: rowsOfLoad }
  }
  writeFileSync(path, statement(place.account, mark, number))
  return { words: ['import', path, '--workspace', workspace], mark, kind, whole: rowsOfImport }
}

function billsFile({ file }: Place, mark: string): WorkspaceFile {
  const [owner] = file.companies
  const bills = Array.from({ length: rowsOfLoad }, (_, index) =>
    bill({ id: owner?.id ?? '' }, { id: `bil_${mark}_${index}`, supplierName: mark }),
  )
  return { ...file, accounts: [], categories: [], transactions: [], payees: [], bills, companies: [] }
}

const dayMs = 24 * 60 * 60 * 1000
const firstDayMs = Date.parse('2020-01-01')

function statement(account: Account, mark: string, number: number): string {
  const day = new Date(firstDayMs + (number % 2_000) * dayMs).toISOString().slice(0, 10)
  const entries = Array.from({ length: rowsOfImport }, (_, index) => ({
    amount: `${number + 1}.${String(index).padStart(2, '0')}`,
    side: 'credit' as const,
    day,
    text: `${mark} ${index}`,
    reference: `${mark}-${index}`,
  }))
  return camtText([{ id: mark, iban: account.iban ?? '', opening: '0.00', from: day, to: day, entries }])
}

/** A statement that was imported before is recognised, so every command except creating a key can be repeated. */
export const mayRepeat = ({ kind }: Task): boolean => kind !== 'key'

export type Progress = 'loading' | 'under way' | 'done'

/** How far a command is: a working one has the store open, or a connection to the service or the database. */
export function progressOf({ process, running }: Child, { store }: Florin): Progress {
  if (!running) return 'done'
  const { FLORIN_DATA_DIR: dataFolder } = store.env
  const isAtWork = openFilesOf(process.pid ?? 0).some(
    path => path.startsWith('socket:') || (dataFolder !== undefined && path.startsWith(dataFolder)),
  )
  return isAtWork ? 'under way' : 'loading'
}
