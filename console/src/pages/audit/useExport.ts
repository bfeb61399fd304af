/** Exports all records that match the filters, page by page, to a file. */
import { useEffect, useRef, useState } from 'react'
import type { AuditRecord } from '../../../../src/contract/console/audit.ts'
import { patiently } from '../../api/patiently.ts'
import { utcDay } from '../../format/date.ts'
import { formatCount } from '../../format/money.ts'
import { useWorkspace } from '../../session.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { pageRows } from '../lists/useEndless.ts'
import { auditCsv, csvFileName, download } from './csv.ts'
import type { AuditQuery } from './filters.ts'

/** What a browser can easily hold in memory. For more, people choose a date range. */
export const exportRowsMax = 200_000

export type ExportState =
  | { is: 'idle' }
  | { is: 'running'; count: number }
  | { is: 'tooMany' }
  | { is: 'failed'; error: unknown; count: number }

export function useExport(query: AuditQuery) {
  const { id, name, call } = useWorkspace()
  const [state, setState] = useState<ExportState>({ is: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (signal: AbortSignal): Promise<void> => {
    const records: AuditRecord[] = []
    try {
      for (let cursor: string | undefined; ; ) {
        const asked = { ...query, limit: pageRows, cursor }
        const page = await patiently(signal, () =>
          call('listAudit', 'GET', '/audit', { query: asked, signal }),
        )
        records.push(...page.data)
        setState({ is: 'running', count: records.length })
        if (page.nextCursor === null) break
        if (records.length >= exportRowsMax) return setState({ is: 'tooMany' })
        cursor = page.nextCursor
      }
    } catch (error) {
      if (!signal.aborted) setState({ is: 'failed', error, count: records.length })
      return
    }
    download(csvFileName({ id, name }, utcDay()), auditCsv(records))
    toast(`${formatCount(records.length)} ${records.length === 1 ? 'record' : 'records'} exported`)
    setState({ is: 'idle' })
  }

  const start = () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ is: 'running', count: 0 })
    void run(controller.signal)
  }
  const cancel = () => {
    running.current?.abort()
    setState({ is: 'idle' })
  }
  return { state, start, cancel }
}
