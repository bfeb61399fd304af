/** What the drill prints. */
import type { DrillReport } from '../../drill/drill.ts'
import type { InjectedFault } from '../../drill/record.ts'
import { named } from '../../drill/verdict/explain.ts'
import type { Verdict } from '../../drill/verdict/verdict.ts'
import { withoutControls } from '../terminalText.ts'

const linesMax = 50

export const faultLine = ({ number, kind, request, method, path }: InjectedFault): string =>
  withoutControls(`fault ${number}: ${kind}, request ${request}, ${method} ${path}`)

export function verdictLines(verdict: Verdict): string[] {
  const { equal, passed, rows, resources, clock, counts, differences } = verdict
  const different = Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [] : `${count} ${kind}`))
  return [
    equal
      ? `equal: ${rows} rows (${resources.join(', ')}) at ${clock}`
      : `not equal: ${different.join(', ')} of ${rows} rows (${resources.join(', ')}) at ${clock}`,
    ...shown(
      differences.map(({ kind, resource, id, because }) => `  ${kind} ${resource} ${id ?? ''}: ${because}`),
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    ),
    ...mistakeLines(verdict),
    faultsLine(verdict),
    ...verdict.troubles.map(trouble => `trouble: ${trouble}`),
    passed ? 'The client passes.' : 'The client fails.',
  ].map(withoutControls)
}

/** Without a copy, only mistakes can be reported. */
export const reportLines = (report: DrillReport): string[] =>
  [
    ...mistakeLines(report),
    faultsLine({ ...report, notYet: report.plan.filter(kind => report.faults[kind] === 0) }),
    ...report.troubles.map(trouble => `trouble: ${trouble}`),
  ].map(withoutControls)

const mistakeLines = ({ mistakes, mistakesCount }: Pick<Verdict, 'mistakes' | 'mistakesCount'>): string[] => [
  `mistakes: ${mistakesCount === 0 ? 'none' : mistakesCount}`,
  ...shown(
    mistakes.map(({ kind, request, fault, sentence }) => {
      return `  ${kind} in request ${request}, after ${named(fault)}: ${sentence}`
    }),
    mistakesCount,
  ),
]

function shown(lines: readonly string[], count: number): string[] {
  const first = lines.slice(0, linesMax)
  return count > first.length ? [...first, `  and ${count - first.length} more`] : first
}

function faultsLine({ requests, faults, notYet }: Pick<Verdict, 'requests' | 'faults' | 'notYet'>): string {
  const happened = Object.entries(faults).flatMap(([kind, count]) => (count === 0 ? [] : `${kind} ${count}`))
  const total = Object.values(faults).reduce((sum, count) => sum + count, 0)
  const list = happened.length === 0 ? '' : `: ${happened.join(', ')}`
  const open = notYet.length === 0 ? '' : `; not yet: ${notYet.join(', ')}`
  return `${total} faults in ${requests} requests${list}${open}`
}
