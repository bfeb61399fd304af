/** Undoes the matches of an import: what prevents it, and the removal itself. Runs before its rows are deleted. */
import type { Connection } from '../../store/engine/door.ts'
import {
  dropSuggestionsOf,
  firstBroughtBy,
  type LaterMatch,
  type LaterPayment,
  listLaterMatches,
  listLaterPayments,
  undoMatchesOf,
  undoSettled,
} from '../../store/matching/matchUndo.ts'
import { nameOf } from './undoBills.ts'

/** Enough to understand what happened; an import may have thousands of rows that were matched since. */
const sentencesMax = 100

/** `work` is what people did, which can be undone with the import; `blockers` have to be undone first. */
export async function laterMatchWork(connection: Connection, workspaceId: string, importId: string) {
  const brought = await firstBroughtBy(connection, workspaceId, importId)
  const matches = await listLaterMatches(connection, workspaceId, importId, brought)
  const payments = await listLaterPayments(connection, workspaceId, importId, brought)
  const work = matches.filter(({ byKind }) => byKind === 'person')
  const others = matches.filter(match => !work.includes(match))
  return {
    matches: [...work, ...payments],
    work: listed([...work.map(sentenceOn), ...payments.map(sentenceOnPart)]),
    blockers: listed(others.map(sentenceOn)),
  }
}

/** Everything that was done since with transactions or bills of the import. */
export async function matchBlockers(
  connection: Connection,
  workspaceId: string,
  importId: string,
): Promise<string[]> {
  const { work, blockers } = await laterMatchWork(connection, workspaceId, importId)
  return [...work, ...blockers]
}

function listed(all: readonly string[]): string[] {
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
  `${nameOf(match)} is matched with a payment${makerOf(match)}. Undo that match first.`

function sentenceOnPart(payment: LaterPayment): string {
  const maker = makerOf({ ...payment, importFile: null })
  return `${nameOf(payment)} has ${payment.amount} paid on it${maker}. Remove that payment first.`
}

function makerOf({ at, byKind, byName, importFile }: LaterMatch): string {
  if (at === null) return ''
  if (importFile !== null) return `, by the import of ${importFile} at ${at}`
  if (byKind === 'person') return `, by ${byName ?? 'a person'} at ${at}`
  return byKind === 'command' ? `, by florin match at ${at}` : ` since ${at}`
}
