/** CSV mappings for an import: read from a file, or accepted from a guess. */
import { readFileSync, statSync } from 'node:fs'
import { type CsvMapping, csvMapping } from '../../contract/console/csvMapping.ts'
import type { ImportReport } from '../../contract/console/imports.ts'
import { validationIssues } from '../../contract/issues.ts'
import { Failure } from '../failure.ts'

const mappingBytesMax = 1024 * 1024

export function readMappingFile(path: string): CsvMapping {
  const content = jsonOf(path)
  const parsed = csvMapping.safeParse(content)
  if (parsed.success) return parsed.data
  const mistakes = validationIssues(parsed.error, content).map(sentenceOf)
  throw new Failure(`${path} is not a valid mapping: ${mistakes.join('; ')}. Correct it and try again.`)
}

function jsonOf(path: string): unknown {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) throw new Failure(`${path} is not a regular file. Save the mapping as one.`)
    if (stats.size > mappingBytesMax) throw new Failure(`${path} is too large for a mapping.`)
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof SyntaxError) throw new Failure(`${path} is not JSON (${error.message}).`)
    throw new Failure(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export type Acceptance = { mapping: CsvMapping } | { reason: string } | null

/** Accepts the guessed mapping of a file, or of all CSVs in a ZIP, or says why not; null if nothing was guessed. */
export function acceptGuess(reports: readonly ImportReport[]): Acceptance {
  const proposals = reports.flatMap(({ csv }) => csv ?? [])
  const guess = proposals.find(({ origin }) => origin === 'guessed')
  if (guess === undefined) return null
  const isSame = ({ mapping }: typeof guess) => JSON.stringify(mapping) === JSON.stringify(guess.mapping)
  if (!proposals.every(isSame)) {
    return { reason: 'Its CSV files have different layouts. Unpack it and import each file separately.' }
  }
  const parsed = csvMapping.safeParse(guess.mapping)
  if (parsed.success) return { mapping: parsed.data }
  const lacks = validationIssues(parsed.error, guess.mapping).map(sentenceOf).join('; ')
  return {
    reason: `The guess is incomplete: ${lacks}. Save it, complete it and pass it with --mapping FILE.`,
  }
}

function sentenceOf({ path, message }: { path: string; message: string }): string {
  if (path !== '') return `${path} ${message}`
  return message.startsWith('must') ? `it ${message}` : message
}
