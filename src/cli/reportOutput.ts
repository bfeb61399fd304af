/** The report of one file as lines: its outcome, then statements, gaps, bills and problems. */
import type {
  Continuity,
  ImportedBill,
  ImportedStatement,
  ImportReport,
} from '../contract/console/imports.ts'

export interface Extent {
  dryRun: boolean
  /** Show the whole report instead of a summary. */
  everything: boolean
}

const linesShown = 20

export function reportLines(report: ImportReport, extent: Extent): string[] {
  const { fileName, format, outcome, counts } = report
  const head = [fileName, format, outcomeOf(report, extent)].filter(part => part !== null).join('  ')
  const problems = shown(report.problems.map(problemLine), counts.problems, extent)
  // Nothing of a refused file was saved, so only the reasons matter.
  const below =
    outcome === 'refused'
      ? [...problems, ...adviceFor(report)]
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
    // Only pending entries can change: they are booked now, or have another amount.
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

/** A dry run rolls back a new account, so its id would be useless. */
function accountOf({ account, accountId, accountCreated }: ImportedStatement, { dryRun }: Extent): string {
  const id = accountCreated && dryRun ? 'a new account' : `${accountId}${accountCreated ? ', new' : ''}`
  return `${masked(account)} (${id})`
}

/** Shortens IBANs. */
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
    ...(categorised > 0 ? [`${categorised} categorised.`] : []),
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

/** Suggests an option for a file that was refused because of its contents. */
function adviceFor({ partial, problems, statements, company }: ImportReport): string[] {
  if (company) {
    return company.companies.map(({ id, name }) => {
      const why = id === company.proposedId && company.because !== null ? `  ${company.because}` : ''
      return `--company ${id}  ${name}${why}`
    })
  }
  if (partial) return []
  const unsound =
    problems.some(({ severity }) => severity === 'error') ||
    statements.some(({ check }) => check === 'does_not_add_up')
  return unsound ? ['--partial imports it anyway, without the parts that cannot be read.'] : []
}

/** `total` may exceed the number of lines, because a report keeps a limited number. */
function shown(lines: readonly string[], total: number, { everything }: Extent): string[] {
  const some = everything ? lines : lines.slice(0, linesShown)
  return total > some.length ? [...some, `… and ${total - some.length} more`] : [...some]
}
