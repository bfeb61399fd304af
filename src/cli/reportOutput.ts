/** One file's report as lines: first what became of it, then its statements, gaps, bills and problems. */
import type {
  Continuity,
  ImportedBill,
  ImportedStatement,
  ImportReport,
} from '../contract/console/imports.ts'

export interface Extent {
  dryRun: boolean
  /** All that the report has, rather than what a person reads at a glance. */
  everything: boolean
}

const linesShown = 20

export function reportLines(report: ImportReport, extent: Extent): string[] {
  const { fileName, format, outcome, counts } = report
  const head = [fileName, format, outcomeOf(report, extent)].filter(part => part !== null).join('  ')
  const problems = shown(report.problems.map(problemLine), counts.problems, extent)
  // Of what was refused nothing came to be, so that only why it was so matters.
  const below =
    outcome === 'refused'
      ? [...problems, ...wayOut(report)]
      : [
          ...statementLines(report, extent),
          ...shown(report.continuity.map(continuityLine), report.continuity.length, extent),
          ...matchLines(counts),
          ...problems,
        ]
  return [head, ...below.map(line => `  ${line}`)]
}

export function sentenceOfCounts(counts: ImportReport['counts']): string {
  const { added, known, changed, leftOut } = counts
  const parts = [
    [added, 'new'],
    [known, 'known'],
    // Only what was pending can be told anew: it is booked now, or has another amount.
    [changed, changed === 1 ? 'was pending' : 'were pending'],
    [leftOut, 'left out'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return words.join(', ') || 'no entries'
}

function outcomeOf(report: ImportReport, extent: Extent): string {
  const { outcome, reason, counts, statements, bills } = report
  if (outcome === 'refused') return `refused: ${reason}`
  const brought =
    outcome === 'nothing_new' ? `nothing new (${sentenceOfCounts(counts)})` : sentenceOfCounts(counts)
  const [bill] = bills
  if (bill) return `${brought} → ${billOf(bill)}`
  const [statement] = statements
  if (counts.statements === 1 && statement) return `${brought} → ${statementOf(statement, extent)}`
  return counts.statements === 0 ? brought : `${brought} → ${counts.statements} statements`
}

const checkWords = {
  adds_up: 'adds up',
  does_not_add_up: 'does not add up',
  cannot_be_told: 'its sum cannot be checked',
}

function statementOf(statement: ImportedStatement, extent: Extent): string {
  const { from, to, check } = statement
  const days = from === null ? '' : from === to || to === null ? `, ${from}` : `, ${from} to ${to}`
  return `${accountOf(statement, extent)}${days}, ${checkWords[check]}`
}

/** A dry run has taken back the account that it made, so its id leads nowhere. */
function accountOf({ account, accountId, accountCreated }: ImportedStatement, { dryRun }: Extent): string {
  const id = accountCreated && dryRun ? 'a new account' : `${accountId}${accountCreated ? ', new' : ''}`
  return `${masked(account)} (${id})`
}

/** Enough to know it by. */
const masked = (account: string): string =>
  /^[A-Z]{2}\d{2}\w{9,}$/.test(account) ? `${account.slice(0, 4)}…${account.slice(-4)}` : account

function statementLines({ statements, counts }: ImportReport, extent: Extent): string[] {
  const lines = statements.flatMap(statement => {
    const { remark } = statement
    const own = `${statementOf(statement, extent)}: ${sentenceOfCounts({ ...counts, ...statement, leftOut: 0 })}`
    return [
      ...(counts.statements > 1 || extent.everything ? [own] : []),
      ...(remark === null ? [] : [remark]),
    ]
  })
  const more = counts.statements - statements.length
  return shown(lines, lines.length + more, extent)
}

function billOf(bill: ImportedBill): string {
  const { supplierName, invoiceNumber, totalAmount, currency, billId, status, remark } = bill
  const total = totalAmount === null ? null : [totalAmount, currency].filter(Boolean).join(' ')
  const what = [supplierName, invoiceNumber, total].filter(part => part !== null).join(', ')
  return `bill${what === '' ? '' : ` ${what}`} (${[billId, status].filter(Boolean).join(', ')})${remark === null ? '' : `: ${remark}`}`
}

const continuityLine = ({ kind, sentence }: Continuity): string =>
  `${kind === 'gap' ? 'Gap' : 'Overlap'}: ${sentence}`

function matchLines({ matched, suggested, categorised }: ImportReport['counts']): string[] {
  const bills = (count: number) => (count === 1 ? '1 bill' : `${count} bills`)
  return [
    ...(matched > 0 ? [`${bills(matched)} matched with a payment.`] : []),
    ...(suggested > 0 ? [`A payment is suggested for ${bills(suggested)}: confirm or decline it.`] : []),
    ...(categorised > 0 ? [`${categorised} got a category.`] : []),
  ]
}

function problemLine({ line, at, reason, severity }: ImportReport['problems'][number]): string {
  const place = [line === null ? '' : `line ${line}`, shortPath(at)].filter(part => part !== '').join(', ')
  return `${place}: ${reason}${severity === 'note' ? ' (a note)' : ''}`
}

const segmentsShown = 3

function shortPath(path: string): string {
  const segments = path.split('/')
  return segments.length <= segmentsShown ? path : `${segments[0] || segments[1]}/…/${segments.at(-1)}`
}

/** What to type where a file was refused for what it holds. */
function wayOut({ partial, problems, statements }: ImportReport): string[] {
  if (partial) return []
  const unsound =
    problems.some(({ severity }) => severity === 'error') ||
    statements.some(({ check }) => check === 'does_not_add_up')
  return unsound ? ['--partial takes it all the same, without what cannot be read.'] : []
}

/** `total` may be more than there are lines: a report keeps only so many. */
function shown(lines: readonly string[], total: number, { everything }: Extent): string[] {
  const some = everything ? lines : lines.slice(0, linesShown)
  return total > some.length ? [...some, `… and ${total - some.length} more`] : [...some]
}
