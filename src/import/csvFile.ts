/**
 * How a CSV is read: with a mapping given by the user, with the one stored for its account, or not at all
 * until a person has confirmed the guess.
 */
import type { CsvMapping, CsvProposal } from '../contract/console/csvMapping.ts'
import { type KeptMapping, keptMappings } from '../store/accountDetails.ts'
import type { Connection } from '../store/engine/door.ts'
import { decodeHead } from './files/text.ts'
import { headBytes } from './format.ts'
import { Refusal } from './importErrors.ts'
import { guessCsv } from './statements/csv/csvGuess.ts'

export interface CsvChoices {
  accountId?: string | undefined
  csvMapping?: CsvMapping | undefined
}

export interface CsvReading {
  proposal: CsvProposal
  /** Null if there is only a guess. */
  mapping: CsvMapping | null
  /** The account the mapping is stored with, if the user named none. */
  accountId: string | undefined
}

const rowsShown = 10

export async function csvReading(
  connection: Connection,
  workspaceId: string,
  head: Uint8Array,
  choices: CsvChoices,
): Promise<CsvReading> {
  const { text, used } = decodeHead(head.subarray(0, headBytes), choices.csvMapping?.encoding)
  const guess = guessCsv(text)
  const shown = { rows: guess?.rows.slice(0, rowsShown) ?? [], uncertain: guess?.uncertain ?? [] }
  if (choices.csvMapping) {
    const proposal: CsvProposal = { origin: 'given', mapping: choices.csvMapping, ...shown, uncertain: [] }
    return { proposal, mapping: choices.csvMapping, accountId: choices.accountId }
  }
  const kept = await keptFor(connection, workspaceId, text, choices.accountId)
  if (kept) {
    const proposal: CsvProposal = { origin: 'kept', mapping: kept.mapping, ...shown, uncertain: [] }
    return { proposal, mapping: kept.mapping, accountId: kept.accountId }
  }
  if (!guess) throw new Refusal('No columns with dates and amounts can be recognised in it.')
  const mapping = { ...guess.mapping, encoding: used.encoding }
  return { proposal: { origin: 'guessed', mapping, ...shown }, mapping: null, accountId: choices.accountId }
}

/** The account's own mapping. Without an account, the only mapping with the same column names as this file. */
async function keptFor(
  connection: Connection,
  workspaceId: string,
  text: string,
  accountId: string | undefined,
): Promise<KeptMapping | null> {
  const all = await keptMappings(connection, workspaceId)
  if (accountId !== undefined) return all.find(each => each.accountId === accountId) ?? null
  const fitting = all.filter(({ mapping }) => isHeadedBy(text, mapping))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function isHeadedBy(text: string, { header, delimiter }: CsvMapping): boolean {
  if (header === null) return false
  const names = (line: string) => line.split(delimiter).map(name => name.replace(/^"|"$/g, '').trim())
  const wanted = header.map(name => name.trim()).join('\n')
  return text.split(/\r\n|\n|\r/).some(line => names(line).join('\n') === wanted)
}
