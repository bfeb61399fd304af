/** Loads data for a page. The page shows the newest request's response; requests that are no longer needed are cancelled. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Loaded<Data> {
  /** The last response. It stays while another one is loading, so that nothing jumps. */
  data: Data | undefined
  error: unknown
  loading: boolean
  reload: () => void
}

/**
 * `on` is what the response depends on, compared as JSON. Another value loads again:
 * `useLoad([workspace.id, filters], signal => data.bills.list(filters, { signal }))`
 */
export function useLoad<Data>(on: unknown, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const key = JSON.stringify(on)
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>(first)
  const latest = useRef(load)
  latest.current = load

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or turn starts a new load
  useEffect(() => {
    const controller = new AbortController()
    setState(before => ({ ...before, loading: true }))
    latest.current(controller.signal).then(
      data => {
        if (!controller.signal.aborted) setState({ data, error: null, loading: false })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState(before => ({ ...before, error, loading: false }))
      },
    )
    return () => controller.abort()
  }, [key, turn])

  const reload = useCallback(() => setTurn(now => now + 1), [])
  return { ...state, reload }
}

const first = { data: undefined, error: null, loading: true }
