/** Undoes the matches of an import: what prevents it, and the removal itself. Runs before its rows are deleted. */
import type { Connection } from '../../store/engine/door.ts'
import {
  dropSuggestionsOf,
  type LaterMatch,
  type LaterPayment,
  listLaterMatches,
  listLaterPayments,
  undoMatchesOf,
  undoSettled,
} from '../../store/matching/matchUndo.ts'

/** Enough to understand what happened; an import may have thousands of rows that were matched since. */
const sentencesMax = 100

/** Sentences about later matches made by others with transactions or bills of the import. */
export async function matchBlockers(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const matches = await listLaterMatches(connection, workspaceId, importId)
  const payments = await listLaterPayments(connection, workspaceId, importId)
  const all = [...matches.map(sentenceOn), ...payments.map(sentenceOnPart)]
  const sentences = all.slice(0, sentencesMax)
  const more = all.length - sentences.length
  return more > 0 ? [...sentences, `${more} more bills have been matched since.`] : sentences
}

/** Returns how many bills changed, including bills of the import that it matched itself. */
export async function undoMatches(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  await dropSuggestionsOf(connection, workspaceId, importId)
  const matched = await undoMatchesOf(connection, workspaceId, importId, stamp)
  return matched + (await undoSettled(connection, workspaceId, importId, stamp))
}

const sentenceOn = (match: LaterMatch): string =>
  `${billOf(match)} is matched to transaction ${match.transactionId}${makerOf(match)}. Undo that match first.`

function sentenceOnPart(payment: LaterPayment): string {
  const { transactionId, amount } = payment
  const maker = makerOf({ ...payment, importFile: null })
  return `${billOf(payment)} has ${amount} paid on it by transaction ${transactionId}${maker}. Remove that payment first.`
}

function billOf({ billId, supplierName, invoiceNumber }: LaterPayment | LaterMatch): string {
  const number = invoiceNumber ?? billId
  return supplierName === null ? `Bill ${number}` : `Bill ${number} of ${supplierName}`
}

function makerOf({ at, byKind, byName, importFile }: LaterMatch): string {
  if (at === null) return ''
  if (importFile !== null) return `, by the import of ${importFile} at ${at}`
  if (byKind === 'person') return `, by ${byName ?? 'a person'} at ${at}`
  return byKind === 'command' ? `, by florin match at ${at}` : ` since ${at}`
}
