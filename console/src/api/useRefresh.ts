/** Loads again every few seconds while something is expected to change by itself, unless the tab is hidden. */
import { useEffect } from 'react'
import type { Loaded } from './useLoad.ts'

const pauseMs = 5_000

/** The pause starts after a response, so a slow service is never asked twice at once. */
export function useRefresh(
  { loading, reload }: Pick<Loaded<unknown>, 'loading' | 'reload'>,
  active: boolean,
) {
  useEffect(() => {
    if (!active || loading) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, pauseMs)
    return () => clearInterval(timer)
  }, [active, loading, reload])
}
