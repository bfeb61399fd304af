/** An endless list: the next page is fetched before the reader scrolls to it. */
import { useEffect, useRef } from 'react'
import { FlorinError } from '../../api/errors.ts'
import { type PageOf, usePages } from '../../api/usePages.ts'
import { toast } from '../../ui/actions/Toast.tsx'

/** Rows per page: the API's maximum. */
export const pageRows = 100

/** Rows of the first page of the lists that people work in, and at most of a later one. */
const workRows = 200
const workRowsMax = 1_000

/** People who scroll on want more: each page is as long as all before it, up to the maximum. */
export const workRowsAfter = (loaded: number): number => Math.min(workRowsMax, Math.max(workRows, loaded))

/** How far below the screen the end of the list may be when the next page is requested. */
const ahead = '1000px 0px'

export type Endless<Row> = ReturnType<typeof useEndless<Row>>

export function useEndless<Row>(
  on: unknown,
  loadPage: (cursor: string | undefined, signal: AbortSignal, loaded: number) => Promise<PageOf<Row>>,
) {
  const pages = usePages(on, loadPage)
  const { data, rows, hasMore, more, loading, loadingMore, moreError, reload } = pages
  const end = useRef<HTMLDivElement>(null)
  const latestMore = useRef(more)
  useEffect(() => {
    latestMore.current = more
  })

  const waiting = hasMore && !loading && !loadingMore && !moreError
  useEffect(() => {
    if (!waiting || !end.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latestMore.current()
      },
      { rootMargin: ahead },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waiting])

  const refused = isCursorRefused(moreError)
  const restarted = useRef(false)
  useEffect(() => {
    if (data && rows && rows.length > data.data.length) restarted.current = false
  }, [data, rows])
  useEffect(() => {
    // Restarting twice in a row could go on for ever: the second time, the error is shown.
    if (!refused || restarted.current) return
    restarted.current = true
    toast('The list has changed and was reloaded')
    reload()
  }, [refused, reload])

  return { ...pages, moreError: refused && loading ? null : moreError, end }
}

const isCursorRefused = (error: unknown): boolean =>
  error instanceof FlorinError && error.issues.some(({ path }) => path === 'cursor')
