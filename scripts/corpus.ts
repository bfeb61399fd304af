/**
 * Reads every file in a folder and prints a summary per format: `npm run corpus -- DIR`. With --list it also
 * lists each rejected file, each problem, and each statement that does not add up. With --import it also
 * imports the statements in two orders, each file twice, and says whether the results are the same.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UnreadableFile } from '../src/import/files/problem.ts'
import { detectFormat, headBytes } from '../src/import/format.ts'
import { compareOrders } from './corpus/importing.ts'
import { readInvoiceFile } from './corpus/invoices.ts'
import { type Outcome, refused } from './corpus/outcome.ts'
import { readStatementFile } from './corpus/statements.ts'

/** The first function that returns an outcome for a file decides. */
const families: ((bytes: Uint8Array) => Promise<Outcome | null>)[] = [readStatementFile, readInvoiceFile]

const folder = process.argv.slice(2).find(argument => !argument.startsWith('--'))
const list = process.argv.includes('--list')
if (folder === undefined) {
  console.error('Usage: npm run corpus -- DIR [--list] [--import]')
  process.exit(2)
}

const rows = new Map<string, Record<string, number>>()
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const file = join(folder, path)
  if (!statSync(file).isFile()) continue
  const outcome = await readFile(readFileSync(file))
  const row = rows.get(outcome.family) ?? { files: 0, read: 0, refused: 0 }
  rows.set(outcome.family, row)
  row.files = (row.files ?? 0) + 1
  const kept = outcome.refusal === null ? 'read' : 'refused'
  row[kept] = (row[kept] ?? 0) + 1
  for (const [name, count] of Object.entries(outcome.counts)) row[name] = (row[name] ?? 0) + count
  if (!list) continue
  if (outcome.refusal !== null) console.log(`${relative(folder, file)}: rejected: ${outcome.refusal}`)
  for (const remark of outcome.remarks) console.log(`${relative(folder, file)}: ${remark}`)
}
console.table(Object.fromEntries([...rows].sort()))
if (process.argv.includes('--import') && !(await compareOrders(folder))) process.exitCode = 1

async function readFile(bytes: Uint8Array): Promise<Outcome> {
  for (const family of families) {
    const outcome = await family(bytes)
    if (outcome) return outcome
  }
  const format = detectFormat(bytes.subarray(0, headBytes))
  const reason = format.kind === 'unknown' ? format.reason : 'it is not supported here'
  return refused(format.kind, new UnreadableFile(reason))
}
