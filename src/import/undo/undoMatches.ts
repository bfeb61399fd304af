/** Taking back what an import matched: what stands in the way, and then the deed. Before its rows themselves go. */
import type { Connection } from '../../store/engine/door.ts'
import {
  dropSuggestionsOf,
  listStandingMatches,
  type StandingMatch,
  takeBackMatchesOf,
  takeBackSettled,
} from '../../store/matching/matchUndo.ts'

/** Enough to see what was done; an import of thousands of rows may have been matched since. */
const sentencesMax = 100

/** Sentences for people, of matches that others made since with transactions or bills of the import. */
export async function whatStandsOnMatches(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const matches = await listStandingMatches(connection, workspaceId, importId)
  const sentences = matches.slice(0, sentencesMax).map(sentenceOn)
  const more = matches.length - sentences.length
  return more > 0 ? [...sentences, `${more} more bills are matched since.`] : sentences
}

/** Gives how many bills changed. Each bill of the import that it matched itself counts too. */
export async function takeBackMatches(
  connection: Connection,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  await dropSuggestionsOf(connection, workspaceId, importId)
  const matched = await takeBackMatchesOf(connection, workspaceId, importId, stamp)
  return matched + (await takeBackSettled(connection, workspaceId, importId, stamp))
}

function sentenceOn(match: StandingMatch): string {
  const { billId, supplierName, invoiceNumber } = match
  const number = invoiceNumber ?? billId
  const bill = supplierName === null ? `Bill ${number}` : `Bill ${number} of ${supplierName}`
  return `${bill} is matched to transaction ${match.transactionId}${makerOf(match)}. Take that match back first.`
}

function makerOf({ at, byKind, byName, importFile }: StandingMatch): string {
  if (at === null) return ''
  if (importFile !== null) return `, by the import of ${importFile} at ${at}`
  if (byKind === 'person') return `, by ${byName ?? 'a person'} at ${at}`
  return byKind === 'command' ? `, by florin match at ${at}` : ` since ${at}`
}
