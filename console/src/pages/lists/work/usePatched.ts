/** Rows with changes that a person just made, so that a change keeps its place in a long list. */
import { useCallback, useMemo, useState } from 'react'

interface Identified {
  id: string
}

export function usePatched<Row extends Identified>(rows: readonly Row[] | undefined) {
  const [changed, setChanged] = useState<ReadonlyMap<string, Row>>(new Map())
  const shown = useMemo(
    () => (changed.size === 0 ? rows : rows?.map(row => newer(row, changed.get(row.id)))),
    [rows, changed],
  )
  const patch = useCallback(
    (next: readonly Row[]) =>
      setChanged(before => new Map([...before, ...next.map(row => [row.id, row] as const)])),
    [],
  )
  return { rows: shown, patch }
}

/** A page that is loaded again has the newest version itself. */
function newer<Row extends Identified>(row: Row, changed: Row | undefined): Row {
  if (!changed) return row
  const [at, changedAt] = [row, changed].map(one => ('updatedAt' in one ? String(one.updatedAt) : ''))
  return (at ?? '') > (changedAt ?? '') ? row : changed
}
