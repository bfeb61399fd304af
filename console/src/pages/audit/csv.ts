/**
 * The audit log as CSV (RFC 4180). The byte order mark makes spreadsheets read it as UTF-8. A cell that a spreadsheet
 * would run as a formula gets an apostrophe, because the names in the log are untrusted.
 */
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'
import { actionText, summaryOf } from './words.ts'

const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'
const header = ['at', 'actor kind', 'actor', 'actor id', 'action', 'subject', 'details JSON', 'in words']

const formulaStart = /^[=+\-@\t\r]/

export function csvCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvLine = (cells: readonly string[]): string => cells.map(csvCell).join(',') + lineEnd

const cellsOf = (record: AuditRecord): string[] => {
  const { at, actor, action, subjectId, details } = record
  const inWords = `${actionText(action)}: ${summaryOf(record)}`
  return [at, actor.kind, actor.name ?? '', actor.id, action, subjectId, JSON.stringify(details), inWords]
}

export const auditCsv = (records: readonly AuditRecord[]): string =>
  byteOrderMark + csvLine(header) + records.map(record => csvLine(cellsOf(record))).join('')

/** florin-audit-quellmond-group-2026-03-01.csv */
export function csvFileName(workspace: { id: string; name: string }, day: string): string {
  const plain = workspace.name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `florin-audit-${plain || workspace.id}-${day}.csv`
}

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked only after the browser has had time to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
