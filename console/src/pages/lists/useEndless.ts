/** A list without an end: the next page is fetched before its place is scrolled to. */
import { useEffect, useRef } from 'react'
import { FlorinError } from '../../api/errors.ts'
import { type PageOf, usePages } from '../../api/usePages.ts'
import { toast } from '../../ui/actions/Toast.tsx'

/** Rows of a page: the most that the API gives at once. */
export const pageRows = 100

/** How far below the screen the end may be when the next page is asked for. */
const ahead = '1000px 0px'

export type Endless<Row> = ReturnType<typeof useEndless<Row>>

export function useEndless<Row>(
  on: unknown,
  loadPage: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<Row>>,
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
    // Twice in a row would go on for ever: the second time the person is told instead.
    if (!refused || restarted.current) return
    restarted.current = true
    toast('The list changed and was started again')
    reload()
  }, [refused, reload])

  return { ...pages, moreError: refused && loading ? null : moreError, end }
}

const isCursorRefused = (error: unknown): boolean =>
  error instanceof FlorinError && error.issues.some(({ path }) => path === 'cursor')
