/** Which rows are selected. Shift selects everything from the last one. */
import { useCallback, useMemo, useRef, useState } from 'react'

interface Identified {
  id: string
}

export type Selection = ReturnType<typeof useSelection>

export function useSelection(rows: readonly Identified[] | undefined, rowsMax: number) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const latest = useRef(rows)
  latest.current = rows

  const toggle = useCallback(
    (id: string, withRange = false) => {
      setIds(before => {
        const next = new Set(before)
        const all = latest.current ?? []
        const [from, to] = [last.current, id].map(one => all.findIndex(row => row.id === one))
        if (withRange && from !== undefined && to !== undefined && from >= 0 && to >= 0) {
          for (const row of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id)
        } else if (!next.delete(id)) next.add(id)
        last.current = id
        return new Set([...next].slice(0, rowsMax))
      })
    },
    [rowsMax],
  )
  const clear = useCallback(() => setIds(new Set()), [])
  const all = useCallback(
    () => setIds(new Set((latest.current ?? []).slice(0, rowsMax).map(({ id }) => id))),
    [rowsMax],
  )
  return useMemo(() => ({ ids, toggle, clear, all }), [ids, toggle, clear, all])
}
