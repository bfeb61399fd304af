/** CSV mappings for an import: read from a file, or accepted from a guess. */
import { readFileSync, statSync } from 'node:fs'
import { type CsvMapping, type CsvProposal, csvMapping } from '../../contract/console/csvMapping.ts'
import type { ImportReport } from '../../contract/console/imports.ts'
import { validationIssues } from '../../contract/issues.ts'
import { presets } from '../../import/statements/csv/presets/presets.ts'
import { Failure } from '../failure.ts'

const mappingBytesMax = 1024 * 1024

export function readMappingFile(path: string): CsvMapping {
  const content = jsonOf(path)
  const parsed = csvMapping.safeParse(content)
  if (parsed.success) return parsed.data
  const mistakes = validationIssues(parsed.error, content).map(sentenceOf)
  throw new Failure(
    `${path} is not a valid mapping: ${mistakes.join('; ')}. Correct it and try again.`,
    'usage',
  )
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

type Mapping = CsvProposal['mapping']

/** What the command line says about the mapping of a table. */
export interface Acceptor {
  correct: (mapping: Mapping) => Mapping
  /** Also for a table whose mapping is stored with its account. */
  isCorrected: boolean
  /** The name of the bank that the table must be recognised as. */
  preset: string | null
}

/** Accepts the guessed mapping of a file, or of all CSVs in a ZIP, or says why not; null if nothing was guessed. */
export function acceptGuess(
  reports: readonly ImportReport[],
  { correct, isCorrected, preset }: Acceptor,
): Acceptance {
  const proposals = reports.flatMap(({ csv }) => csv ?? [])
  const guess = proposals.find(({ origin }) => origin === 'guessed' || isCorrected)
  if (guess === undefined) return null
  const isSame = ({ mapping }: typeof guess) => JSON.stringify(mapping) === JSON.stringify(guess.mapping)
  if (!proposals.every(isSame)) {
    return { reason: 'Its CSV files have different layouts. Unpack it and import each file separately.' }
  }
  if (preset !== null && guess.preset !== preset) {
    const found = guess.preset
      ? `It is recognised as ${guess.preset}, not as ${preset}.`
      : `It does not have the columns of ${preset}; the bank may have changed them.`
    return { reason: `${found} Leave out --preset to see the guess, and accept it with --accept-mapping.` }
  }
  const mapping = correct(guess.mapping)
  const parsed = csvMapping.safeParse(mapping)
  if (parsed.success) return { mapping: parsed.data }
  const lacks = validationIssues(parsed.error, mapping).map(sentenceOf).join('; ')
  return {
    reason: `The guess is incomplete: ${lacks}. Complete it with options such as --currency, or with --mapping FILE.`,
  }
}

/** The name of a bank's layout, by its short name. */
export function presetNamed(id: string | undefined): string | null {
  if (id === undefined) return null
  const found = presets.find(
    each => each.id === id.toLowerCase() || each.name.toLowerCase() === id.toLowerCase(),
  )
  if (found) return found.name
  throw new Failure(
    `--preset ${id} is not known. It is one of: ${presets.map(each => each.id).join(' ')}`,
    'usage',
  )
}

function sentenceOf({ path, message }: { path: string; message: string }): string {
  if (path !== '') return `${path} ${message}`
  return message.startsWith('must') ? `it ${message}` : message
}
