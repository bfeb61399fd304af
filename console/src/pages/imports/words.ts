/** What an import would do, or did, in words. */
import type { ImportedStatement, ImportReport } from '../../../../src/contract/console/imports.ts'
import { formatDay } from '../../format/date.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import { formatSentence } from '../../format/sentence.ts'
import type { Tone } from '../../ui/text/Badge.tsx'
import { accountNumberText } from '../payees/ibanText.ts'

/** Before the import, and after it. */
export type Tense = 'would' | 'did'

type Verb = readonly [would: string, did: string]

const verbOf = ([would, did]: Verb, tense: Tense): string => (tense === 'would' ? would : did)

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`
}

/** One sentence for each effect. */
export function sentencesOf(report: ImportReport, tense: Tense): string[] {
  const { counts, bills, outcome } = report
  const { added, changed, known, leftOut, categorised, matched, suggested } = counts
  if (outcome === 'refused' && !isMendable(report)) return []
  const made = new Set(report.statements.filter(each => each.accountCreated).map(({ account }) => account))
  const verb = (would: string, did: string) => verbOf([would, did], tense)
  return [
    made.size > 0 &&
      `${verb('Creates', 'Created')} ${counted(made.size, 'new account')}: ${[...made].map(accountNumberText).join(', ')}.`,
    bills.length === 0 && transactionsSentence({ added, changed, known }, verb),
    bills.length > 0 && billsSentence(bills, verb),
    leftOut > 0 && `${verb('Skips', 'Skipped')} ${counted(leftOut, 'item')} that cannot be read.`,
    categorised > 0 &&
      `${verb('Sets', 'Set')} the category of ${counted(categorised, 'transaction')} by rule.`,
    matched > 0 && `${verb('Matches', 'Matched')} ${counted(matched, 'bill')} with a payment.`,
    suggested > 0 && `${verb('Suggests', 'Suggested')} ${counted(suggested, 'match', 'matches')} to review.`,
  ].filter(sentence => sentence !== false)
}

type Say = (would: string, did: string) => string

function transactionsSentence(
  { added, changed, known }: Pick<ImportReport['counts'], 'added' | 'changed' | 'known'>,
  verb: Say,
): string {
  const rest = [
    changed > 0 && `${verb('changes', 'changed')} ${formatCount(changed)}`,
    known > 0 &&
      `${formatCount(known)} ${known === 1 ? verb('is', 'was') : verb('are', 'were')} already imported`,
  ].filter(Boolean)
  const first = added > 0 ? counted(added, 'new transaction') : 'no new transactions'
  return `${[`${verb('Adds', 'Added')} ${first}`, ...rest].join(', ')}.`
}

function billsSentence(bills: ImportReport['bills'], verb: Say): string {
  const [added, failed, known] = (['added', 'failed', 'known'] as const).map(
    outcome => bills.filter(bill => bill.outcome === outcome).length,
  ) as [number, number, number]
  return [
    added > 0 && `${verb('Adds', 'Added')} ${counted(added, 'bill')}.`,
    failed > 0 && `${verb('Keeps', 'Kept')} ${counted(failed, 'document')} whose values could not be read.`,
    known > 0 && `${counted(known, 'bill')} ${known === 1 ? 'is' : 'are'} already imported.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function outcomeTone(report: ImportReport, tense: Tense): Tone {
  if (report.outcome === 'imported') return 'good'
  if (report.outcome === 'nothing_new') return 'neutral'
  return tense === 'would' && (isMendable(report) || needsMapping(report)) ? 'warning' : 'bad'
}

export function outcomeText(report: ImportReport, tense: Tense): string {
  const { outcome, partial, counts } = report
  if (outcome === 'nothing_new') return 'Nothing new'
  if (outcome === 'refused' && tense === 'did') return 'Rejected'
  if (outcome === 'refused') {
    if (needsMapping(report)) return 'Needs confirmation'
    const canBe = isMendable(report) || isAboutPlace(report) || report.csv !== null
    return canBe ? 'Cannot be imported yet' : 'Cannot be imported'
  }
  if (tense === 'would') return 'Ready to import'
  return partial && counts.leftOut > 0 ? 'Partly imported' : 'Imported'
}

/** True if Florin cannot read this kind of file, whatever the choices. */
export const isUnknown = ({ format }: ImportReport): boolean => format === null || format === 'unknown'

export const formatText = (report: ImportReport): string | null => (isUnknown(report) ? null : report.format)

/** True if only single entries or sums are wrong: the rest can be imported. */
export const isMendable = ({ outcome, partial, counts, statements }: ImportReport): boolean =>
  outcome === 'refused' &&
  !partial &&
  ((counts.leftOut > 0 && counts.added + counts.changed + counts.known > 0) ||
    statements.some(({ check }) => check === 'does_not_add_up'))

/** True if the company or account has to be chosen, or another one than now. */
export const isAboutPlace = (report: ImportReport): boolean =>
  report.outcome === 'refused' &&
  !isUnknown(report) &&
  (report.company !== undefined || /\b(?:account|company)\b/i.test(report.reason ?? ''))

/** The button of the page, in place of the option of the command. */
const asPartial = / To import (?:it anyway|the rest), import it as partial\.$/

export function reasonText(report: ImportReport): string {
  const { reason } = report
  if (reason === null) return 'The file was rejected.'
  if (!asPartial.test(reason)) return formatSentence(reason)
  const said = formatSentence(reason.replace(asPartial, ''))
  return isMendable(report) ? `${said} You can still import what can be read.` : said
}

/** True if nobody has confirmed the guessed CSV settings yet. */
export const needsMapping = ({ csv }: ImportReport): boolean => csv?.origin === 'guessed'

export const checkTones: Record<ImportedStatement['check'], Tone> = {
  adds_up: 'good',
  does_not_add_up: 'bad',
  cannot_be_told: 'neutral',
}

export function checkText({ check, difference, currency }: ImportedStatement): string {
  if (check === 'adds_up') return 'Adds up'
  if (check === 'cannot_be_told') return 'Not checked'
  if (difference === null) return 'Does not add up'
  return `Off by ${currency ? formatMoney(difference, currency) : difference}`
}

export function periodText({ from, to }: Pick<ImportedStatement, 'from' | 'to'>): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (to) return `Until ${formatDay(to)}`
  return from ? `From ${formatDay(from)}` : 'No period'
}

/** The summary in the list of imports. */
export function shortText(report: ImportReport): string {
  const { added, changed, known } = report.counts
  const what = report.bills.length > 0 ? 'bill' : 'transaction'
  const parts = [
    added > 0 && counted(added, `new ${what}`),
    changed > 0 && `${formatCount(changed)} changed`,
    known > 0 && `${formatCount(known)} already imported`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing new'
}
