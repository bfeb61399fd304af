/** Which rows of a long table are on the screen, while the page scrolls. All rows have the same height. */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Rows above and below the screen that are drawn as well, so that the keyboard always finds the next one. */
const spare = 12
/** Until a row has been measured. */
const firstHeight = 58

export interface RowWindow {
  start: number
  end: number
  /** In pixels: what the rows before and after take up. */
  above: number
  below: number
}

export function useWindow(body: RefObject<HTMLElement | null>, count: number, enabled: boolean): RowWindow {
  const height = useRef(firstHeight)
  const [range, setRange] = useState({ start: 0, end: Math.min(count, 40) })

  const measure = useCallback(() => {
    const element = body.current
    if (!element) return
    const row = element.querySelector<HTMLElement>('tr[data-row]')
    if (row && row.offsetHeight > 0) height.current = row.offsetHeight
    const top = -element.getBoundingClientRect().top
    const start = Math.max(0, Math.floor(top / height.current) - spare)
    const end = Math.min(count, Math.ceil((top + innerHeight) / height.current) + spare)
    setRange(before =>
      before.start === start && before.end === end ? before : { start, end: Math.max(start, end) },
    )
  }, [body, count])

  useLayoutEffect(() => {
    if (!enabled) return
    measure()
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [enabled, measure])

  if (!enabled) return { start: 0, end: count, above: 0, below: 0 }
  const start = Math.min(range.start, Math.max(0, count - 1))
  const end = Math.min(Math.max(range.end, start), count)
  return { start, end, above: start * height.current, below: (count - end) * height.current }
}
