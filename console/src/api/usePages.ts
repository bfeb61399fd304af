/** A paged list that grows at its end: the first page when the filters change, the next ones when asked for. */
import { useEffect, useRef, useState } from 'react'
import { useLoad } from './useLoad.ts'

export interface PageOf<Row> {
  data: Row[]
  nextCursor: string | null
}

/** `on` as in useLoad: `usePages([workspace.id, filters], (cursor, signal) => data.bills.list({ ...filters, cursor }, { signal }))` */
export function usePages<Row>(
  on: unknown,
  loadPage: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<Row>>,
) {
  const start = useLoad(on, signal => loadPage(undefined, signal))
  const [later, setLater] = useState<PageOf<Row>[]>([])
  const [moreState, setMoreState] = useState<{ loading: boolean; error: unknown }>(idle)
  const running = useRef<AbortController | null>(null)

  // Pages behind another first page belong to another walk.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first page is what this is for
  useEffect(() => {
    setLater([])
    setMoreState(idle)
    return () => running.current?.abort()
  }, [start.data])

  const last = later.at(-1) ?? start.data
  const nextCursor = last?.nextCursor ?? null

  const more = () => {
    if (nextCursor === null || moreState.loading) return
    const controller = new AbortController()
    running.current = controller
    setMoreState({ loading: true, error: null })
    loadPage(nextCursor, controller.signal).then(
      page => {
        if (controller.signal.aborted) return
        setLater(pages => [...pages, page])
        setMoreState(idle)
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setMoreState({ loading: false, error })
      },
    )
  }

  return {
    ...start,
    /** Undefined until the first page is there. */
    rows: start.data && [...start.data.data, ...later.flatMap(page => page.data)],
    hasMore: nextCursor !== null,
    more,
    loadingMore: moreState.loading,
    moreError: moreState.error,
  }
}

const idle = { loading: false, error: null }
