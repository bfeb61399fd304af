/** The first entries of a table as the settings read them, while a person changes the settings. */
import { useEffect, useState } from 'react'
import type { CsvMapping, CsvProposal, PreviewEntry } from '../../../../../src/contract/console/csvMapping.ts'
import { messageOf } from '../../../api/errors.ts'

/** After a change, the person may make another one. */
const quietMs = 400

export interface Peeked {
  entries: readonly PreviewEntry[]
  /** Why there are no entries, or not all of them. */
  problem: string | null
}

/** Null for a table that is too large to be read after each change. */
export type Peek = (mapping: CsvMapping) => Promise<Peeked | null>

export interface LivePreview extends Peeked {
  busy: boolean
}

const tooLarge = 'The file is too large to read it again after each change. Confirm to see the entries.'

/** The mapping is null while it is incomplete or unchanged. */
export function useLivePreview(proposal: CsvProposal, mapping: CsvMapping | null, peek: Peek): LivePreview {
  const first: Peeked = { entries: proposal.entries ?? [], problem: null }
  const wanted = mapping === null ? null : JSON.stringify(mapping)
  const [seen, setSeen] = useState<(Peeked & { of: string }) | null>(null)
  useEffect(() => {
    if (wanted === null) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const found = await peek(JSON.parse(wanted) as CsvMapping).catch(failed)
      if (isCurrent) setSeen({ of: wanted, ...(found ?? { entries: [], problem: tooLarge }) })
    }, quietMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [wanted, peek])
  if (wanted === null) return { ...first, busy: false }
  return { ...(seen ?? first), busy: seen?.of !== wanted }
}

const failed = (error: unknown): Peeked => ({ entries: [], problem: messageOf(error) })
