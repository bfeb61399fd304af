/** The row whose details are open. The URL names it, so it can be linked to, and "back" closes it. */
import { useCallback, useRef } from 'react'
import { useLoad } from '../../api/useLoad.ts'
import { setQuery, useRoute } from '../../router.tsx'

interface Identified {
  id: string
}

/** A row that is not loaded yet, as when following a link from another page, is fetched by its id. */
export function useOpenRow<Row extends Identified>(
  name: string,
  rows: readonly Row[] | undefined,
  load: (id: string, signal: AbortSignal) => Promise<Row>,
) {
  const { query } = useRoute()
  const id = query.get(name)
  const known = id === null ? undefined : rows?.find(row => row.id === id)
  const wanted = known === undefined ? id : null
  const { data, error, reload } = useLoad([wanted], async signal =>
    wanted === null ? null : await load(wanted, signal),
  )

  const openedHere = useRef(false)
  const open = useCallback(
    (row: Row) => {
      openedHere.current = true
      setQuery({ [name]: row.id })
    },
    [name],
  )
  const close = () => {
    // Opening added a history entry, so closing goes back: "back" must not open the row again.
    if (openedHere.current) history.back()
    else setQuery({ [name]: null }, { replace: true })
    openedHere.current = false
  }

  const row = known ?? (data?.id === id ? data : undefined)
  return { id, row, error: row ? null : error, reload, open, close }
}
