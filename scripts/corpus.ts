/**
 * Reads every file in a folder and prints a summary per format: `npm run corpus -- DIR`. With --list it also
 * lists each rejected file, each problem, each question about a table, and each statement that does not add up.
 * With --import it also imports the files in two orders, each twice, and says whether the results are the same.
 * With --undo it then undoes all imports, in any order, and says whether the workspaces are empty again. The orders
 * follow from --seed=N.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UnreadableFile } from '../src/import/files/problem.ts'
import { zipOf } from '../src/import/files/zip.ts'
import { filesOf } from '../src/import/files.ts'
import { detectFormat, type Format, headBytes } from '../src/import/format.ts'
import { compareOrders } from './corpus/importing.ts'
import { readInvoiceFile } from './corpus/invoices.ts'
import { type Outcome, refused } from './corpus/outcome.ts'
import { readStatementFile } from './corpus/statements.ts'

/** The first function that returns an outcome for a file decides. */
const families: ((bytes: Uint8Array, format: Format) => Promise<Outcome | null>)[] = [
  readStatementFile,
  readInvoiceFile,
]

const folder = process.argv.slice(2).find(argument => !argument.startsWith('--'))
const list = process.argv.includes('--list')
if (folder === undefined) {
  console.error('Usage: npm run corpus -- DIR [--list] [--import [--undo] [--seed=N]]')
  process.exit(2)
}

const rows = new Map<string, Record<string, number>>()
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  const file = join(folder, path)
  if (!statSync(file).isFile()) continue
  for (const outcome of await readGiven(readFileSync(file))) note(relative(folder, file), outcome)
}
console.table(Object.fromEntries([...rows].sort()))
const seed = Number(
  process.argv.find(argument => argument.startsWith('--seed='))?.slice('--seed='.length) ?? 1,
)
if (process.argv.includes('--import')) {
  const isSame = await compareOrders(folder, process.argv.includes('--undo'), seed)
  if (!isSame) process.exitCode = 1
}

function note(path: string, outcome: Outcome): void {
  const row = rows.get(outcome.family) ?? { files: 0, read: 0, refused: 0 }
  rows.set(outcome.family, row)
  row.files = (row.files ?? 0) + 1
  const kept = outcome.refusal === null ? 'read' : 'refused'
  row[kept] = (row[kept] ?? 0) + 1
  for (const [name, count] of Object.entries(outcome.counts)) row[name] = (row[name] ?? 0) + count
  if (!list) return
  if (outcome.refusal !== null) console.log(`${path}: rejected: ${outcome.refusal}`)
  for (const remark of outcome.remarks) console.log(`${path}: ${remark}`)
}

/** One outcome, or one for each file in a ZIP and each sheet of a workbook. */
async function readGiven(bytes: Uint8Array): Promise<Outcome[]> {
  try {
    const outcomes: Outcome[] = []
    for (const file of await filesOf('', zipOf(bytes))) {
      const pieces: Uint8Array[] = []
      for await (const piece of file.bytes()) pieces.push(piece)
      outcomes.push(await readFile(Buffer.concat(pieces), file.format))
    }
    return outcomes
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return [refused(detectFormat(bytes.subarray(0, headBytes)).kind, error)]
  }
}

async function readFile(bytes: Uint8Array, format: Format): Promise<Outcome> {
  for (const family of families) {
    const outcome = await family(bytes, format)
    if (outcome) return outcome
  }
  const reason = format.kind === 'unknown' ? format.reason : 'it is not supported here'
  return refused(format.kind, new UnreadableFile(reason))
}
