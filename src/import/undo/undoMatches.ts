/** Taking back what an import matched: what stands in the way, and then the deed. Before its rows themselves go. */
import type { Session } from '../../store/engine/door.ts'
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
  session: Session,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const matches = await listStandingMatches(session, workspaceId, importId)
  const sentences = matches.slice(0, sentencesMax).map(sentenceOn)
  const more = matches.length - sentences.length
  return more > 0 ? [...sentences, `${more} more bills are matched since.`] : sentences
}

/** Gives how many bills changed. Each bill of the import that it matched itself counts too. */
export async function takeBackMatches(
  session: Session,
  workspaceId: string,
  importId: string,
  stamp: string,
): Promise<number> {
  await dropSuggestionsOf(session, workspaceId, importId)
  const matched = await takeBackMatchesOf(session, workspaceId, importId, stamp)
  return matched + (await takeBackSettled(session, workspaceId, importId, stamp))
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
