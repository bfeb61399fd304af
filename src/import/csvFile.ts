/**
 * How a CSV is read: with a mapping given by the user, with the one stored for its account, or not at all
 * until a person has confirmed the guess.
 */
import type { CsvMapping, CsvProposal, PreviewEntry } from '../contract/console/csvMapping.ts'
import { type KeptMapping, keptMappings, knownAccounts } from '../store/accountDetails.ts'
import { listCompanies } from '../store/companies.ts'
import type { Connection } from '../store/engine/door.ts'
import { UnreadableFile } from './files/problem.ts'
import { decodeHead } from './files/text.ts'
import { headBytes } from './format.ts'
import { Refusal } from './importErrors.ts'
import { csvReader } from './statements/csv/csv.ts'
import { guessCsv } from './statements/csv/csvGuess.ts'
import type { CsvGuess, KnownOwner } from './statements/csv/guess/guess.ts'
import { decodeTable } from './statements/csv/guess/guessEncoding.ts'
import { rowsIn } from './statements/csv/guess/tableShape.ts'
import { isHeader, type TableAccount } from './statements/csv/tableReader.ts'
import { unknownCurrency } from './statements/statement.ts'

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
  account: TableAccount
}

const rowsShown = 10

export async function csvReading(
  connection: Connection,
  workspaceId: string,
  head: Uint8Array,
  choices: CsvChoices,
): Promise<CsvReading> {
  const { csvMapping: given, accountId } = choices
  const start = head.subarray(0, headBytes)
  const owner = await ownerOf(connection, workspaceId, accountId)
  if (given) {
    const { text } = decodeHead(start, given.encoding)
    const proposal: CsvProposal = { origin: 'given', mapping: given, ...rowsBelow(text, given) }
    return { proposal: await previewed(proposal, text, owner), mapping: given, accountId, account: owner }
  }
  const kept = await keptFor(connection, workspaceId, start, accountId)
  if (kept !== null && kept !== 'changed') {
    const account = accountId === undefined ? await ownerOf(connection, workspaceId, kept.accountId) : owner
    const { year, oldest, ...mapping } = kept.mapping
    const { text } = decodeHead(start, mapping.encoding)
    const shown = rowsBelow(text, mapping)
    const uncertain = [
      ...(year === undefined ? [] : [otherYear]),
      ...(oldest === undefined ? [] : [otherOldest]),
    ]
    if (uncertain.length > 0) {
      const asked: CsvProposal = { origin: 'guessed', mapping, ...shown, uncertain }
      return { proposal: asked, mapping: null, accountId: kept.accountId, account }
    }
    const proposal: CsvProposal = { origin: 'kept', mapping: kept.mapping, ...shown }
    const preview = await previewed(proposal, text, account)
    return { proposal: preview, mapping: kept.mapping, accountId: kept.accountId, account }
  }
  const { text, used } = decodeTable(start)
  const guess = guessCsv(text, owner)
  if (!guess) throw new Refusal('No columns with dates and amounts can be recognised in it.')
  const mapping = { ...guess.mapping, encoding: used.encoding }
  const uncertain = kept === 'changed' ? [changedLayout, ...guess.uncertain] : guess.uncertain
  const rows = guess.rows.slice(0, rowsShown)
  const proposal: CsvProposal = { origin: 'guessed', preset: guess.preset, mapping, rows, uncertain }
  return { proposal: await previewed(proposal, text, owner), mapping: null, accountId, account: owner }
}

/** The first rows below the column names of a mapping that needs no guess. */
function rowsBelow(text: string, { header, delimiter }: CsvMapping): Pick<CsvProposal, 'rows' | 'uncertain'> {
  const all = rowsIn(text, delimiter).map(({ cells }) => [...cells])
  const headerAt = header === null ? -1 : all.findIndex(cells => isHeader(cells, header))
  return { rows: all.slice(headerAt + 1, headerAt + 1 + rowsShown), uncertain: [] }
}

/** With the first entries as they would be read. */
async function previewed(proposal: CsvProposal, text: string, account: TableAccount): Promise<CsvProposal> {
  const entries: PreviewEntry[] = []
  const { mapping } = proposal
  const isUnknown = mapping.currency === null && mapping.columns.currency === undefined
  const tried = isUnknown ? { ...mapping, currency: unknownCurrency } : mapping
  try {
    for await (const part of csvReader(tried, isUnknown ? undefined : account)(oneOf(text))) {
      if (part.kind !== 'entry') continue
      const { bookingDate, side, amount, currency, status } = part.entry
      const { counterpartyName, counterpartyIban, description, reference } = part.entry
      const shown = isUnknown ? '' : currency
      const money = { amount: side === 'debit' ? `-${amount}` : amount, currency: shown, status }
      entries.push({ bookingDate, ...money, counterpartyName, counterpartyIban, description, reference })
      if (entries.length >= rowsShown) break
    }
  } catch (error) {
    // The import itself says what is wrong with the file.
    if (!(error instanceof UnreadableFile)) throw error
  }
  return { ...proposal, entries }
}

async function* oneOf(text: string): AsyncGenerator<string, void, undefined> {
  yield text
}

const changedLayout: CsvGuess['uncertain'][number] = {
  at: 'header',
  reason: 'its columns are not those of the mapping that is stored with the account; this is a new guess',
}

/** A year that was right for one file is wrong for the next. */
const otherYear: CsvGuess['uncertain'][number] = {
  at: 'year',
  reason: 'its dates have no year; in which year is the first entry of this file?',
}

/** So is the side of the oldest entry. */
const otherOldest: CsvGuess['uncertain'][number] = {
  at: 'sign',
  reason: 'no balance shows the direction of the oldest entry of this file; is it money in or money out?',
}

/** What is known about the account: its own IBAN and names are never the counterparty's. */
async function ownerOf(
  connection: Connection,
  workspaceId: string,
  accountId: string | undefined,
): Promise<KnownOwner> {
  const accounts = await knownAccounts(connection, workspaceId)
  const companies = await listCompanies(connection, workspaceId, {})
  const account = accounts.find(({ id }) => id === accountId)
  const own = account ? companies.filter(({ id }) => id === account.companyId) : companies
  const names = [...(account ? [account.name, account.nickname] : []), ...own.map(({ name }) => name)]
  return {
    iban: account?.iban ?? null,
    currency: account?.currency ?? null,
    currencies: new Map(accounts.flatMap(({ iban, currency }) => (iban === null ? [] : [[iban, currency]]))),
    names: names.filter(name => name !== null),
  }
}

/**
 * The account's own mapping, unless the bank has changed the columns. Without an account, the only mapping
 * with the same column names as this file.
 */
async function keptFor(
  connection: Connection,
  workspaceId: string,
  head: Uint8Array,
  accountId: string | undefined,
): Promise<KeptMapping | 'changed' | null> {
  const all = await keptMappings(connection, workspaceId)
  if (accountId !== undefined) {
    const own = all.find(each => each.accountId === accountId)
    if (own === undefined) return null
    return own.mapping.header === null || isHeadedBy(head, own.mapping) ? own : 'changed'
  }
  const fitting = all.filter(({ mapping }) => isHeadedBy(head, mapping))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function isHeadedBy(head: Uint8Array, { header, delimiter, encoding }: CsvMapping): boolean {
  if (header === null) return false
  try {
    return rowsIn(decodeHead(head, encoding).text, delimiter).some(({ cells }) => isHeader(cells, header))
  } catch (error) {
    if (error instanceof UnreadableFile) return false
    throw error
  }
}
