/** The first entries of a table as the settings read them, while a person changes the settings. */
import { useEffect, useState } from 'react'
import type { CsvMapping, CsvProposal, PreviewEntry } from '../../../../../src/contract/console/csvMapping.ts'

/** After a change, the person may make another one. */
const quietMs = 400

export type Peek = (mapping: CsvMapping) => Promise<CsvProposal | null>

export interface LivePreview {
  entries: readonly PreviewEntry[]
  busy: boolean
}

/** The mapping is null while it is incomplete or unchanged. */
export function useLivePreview(proposal: CsvProposal, mapping: CsvMapping | null, peek: Peek): LivePreview {
  const wanted = mapping === null ? null : JSON.stringify(mapping)
  const [seen, setSeen] = useState<{ of: string; entries: readonly PreviewEntry[] } | null>(null)
  useEffect(() => {
    if (wanted === null) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const found = await peek(JSON.parse(wanted) as CsvMapping).catch(() => null)
      if (isCurrent) setSeen({ of: wanted, entries: found?.entries ?? [] })
    }, quietMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, peek])
  const entries = wanted === null ? (proposal.entries ?? []) : (seen?.entries ?? proposal.entries ?? [])
  return { entries, busy: wanted !== null && seen?.of !== wanted }
}
