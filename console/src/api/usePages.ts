/** A paged list that grows at its end: the first page when the filters change, the next ones when asked for. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLoad } from './useLoad.ts'

export interface PageOf<Row> {
  data: Row[]
  nextCursor: string | null
}

/** The pages after the first one, and the state of the next. */
interface Rest<Row> {
  behind: PageOf<Row> | undefined
  pages: readonly PageOf<Row>[]
  loading: boolean
  error: unknown
}

/** `loaded` is how many rows the pages before have. `on` as in useLoad: `usePages([workspace.id, filters], (cursor, signal) => data.bills.list({ ...filters, cursor }, { signal }))` */
export function usePages<Row>(
  on: unknown,
  loadPage: (cursor: string | undefined, signal: AbortSignal, loaded: number) => Promise<PageOf<Row>>,
) {
  const firstPage = useRef<Promise<unknown>>(Promise.resolve())
  const start = useLoad(on, signal => {
    const page = loadPage(undefined, signal, 0)
    firstPage.current = page.catch(() => undefined)
    return page
  })
  const afterFirst = useCallback(async <Data>(load: () => Promise<Data>): Promise<Data> => {
    await firstPage.current
    return await load()
  }, [])
  const first = start.data
  const [kept, setKept] = useState<Rest<Row>>(() => nothingBehind(first))
  // Pages after another first page belong to another list, and are never shown with this one.
  const rest = kept.behind === first ? kept : nothingBehind(first)
  const { pages } = rest
  const running = useRef<AbortController | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first page cancels the request for a page after the old one
  useEffect(() => () => running.current?.abort(), [first])

  const nextCursor = (pages.at(-1) ?? first)?.nextCursor ?? null
  const rows = useMemo(() => first && [first, ...pages].flatMap(page => page.data), [first, pages])

  const more = () => {
    // While other filters are loading, the cursor at hand belongs to the old ones, and the service would refuse it.
    if (nextCursor === null || rest.loading || start.loading) return
    const controller = new AbortController()
    running.current = controller
    setKept({ behind: first, pages, loading: true, error: null })
    loadPage(nextCursor, controller.signal, rows?.length ?? 0).then(
      page => {
        if (controller.signal.aborted) return
        setKept({ behind: first, pages: [...pages, page], loading: false, error: null })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setKept({ behind: first, pages, loading: false, error })
      },
    )
  }

  return {
    ...start,
    /** Undefined until the first page is loaded. */
    rows,
    /** For requests that must not slow down the first page: they start when it has arrived or failed. */
    afterFirst,
    hasMore: nextCursor !== null,
    more,
    loadingMore: rest.loading,
    moreError: rest.error,
  }
}

const none: readonly never[] = []

const nothingBehind = <Row>(behind: PageOf<Row> | undefined): Rest<Row> => ({
  behind,
  pages: none,
  loading: false,
  error: null,
})
