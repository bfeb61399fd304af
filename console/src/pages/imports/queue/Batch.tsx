/** The state of several files at once, and the actions for all of them. */
import type { ImportReport } from '../../../../../src/contract/console/imports.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import { counted } from '../words.ts'
import { type ImportQueue, type QueuedFile, reportsOf } from './importQueue.ts'

export function Batch({ files, queue }: { files: readonly QueuedFile[]; queue: ImportQueue }) {
  if (files.length < 2) return null
  const ready = files.filter(isReady)
  const ended = files.filter(({ stage }) => stage.is === 'done')
  const importAll = () => {
    for (const { key } of ready) queue.import(key, false)
  }
  return (
    <div className={layout.rowSpread}>
      <p role="status">
        <span className={text.strong}>{counted(files.length, 'file')}</span>
        <span className={text.muted}> · {summaryOf(files, ready.length)}</span>
        {ended.length > 0 && <span className={text.muted}> · {sumText(ended.flatMap(reportsOf))}</span>}
      </p>
      <div className={layout.row}>
        {ready.length > 1 && (
          <Button variant="primary" onClick={importAll}>
            Import all {ready.length}
          </Button>
        )}
        {ended.length > 0 && (
          <Button
            onClick={() => {
              for (const { key } of ended) queue.remove(key)
            }}
          >
            Clear finished files
          </Button>
        )}
      </div>
    </div>
  )
}

/** Can be imported without further input. */
const isReady = (file: QueuedFile): boolean =>
  file.stage.is === 'shown' && reportsOf(file).some(({ outcome }) => outcome === 'imported')

function summaryOf(files: readonly QueuedFile[], ready: number): string {
  const count = (is: (file: QueuedFile) => boolean) => files.filter(is).length
  const underWay = count(({ stage }) => 'total' in stage || stage.is === 'waiting')
  const done = count(({ stage }) => stage.is === 'done')
  const rest = files.length - ready - underWay - done
  return [
    underWay > 0 && `${underWay} in progress`,
    ready > 0 && `${ready} ready`,
    done > 0 && `${done} done`,
    rest > 0 && `${rest} to check`,
  ]
    .filter(Boolean)
    .join(', ')
}

function sumText(reports: readonly ImportReport[]): string {
  const sum = (name: keyof ImportReport['counts']) =>
    reports.reduce((all, { counts }) => all + counts[name], 0)
  const bills = reports.reduce(
    (all, report) => all + report.bills.filter(bill => bill.outcome !== 'known').length,
    0,
  )
  return [
    counted(sum('added') - bills, 'new transaction'),
    sum('changed') > 0 && `${sum('changed')} changed`,
    bills > 0 && counted(bills, 'new bill'),
  ]
    .filter(Boolean)
    .join(', ')
}
