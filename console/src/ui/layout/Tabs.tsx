/** Tabs as in the ARIA pattern: one tab stop, and arrow keys between tabs. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './Tabs.module.css'

export interface TabItem {
  id: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps {
  label: string
  items: readonly TabItem[]
  /** If both are set, the page keeps the open tab, e.g. in the URL. */
  selected?: string | undefined
  onSelect?: (id: string) => void
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const [own, setOwn] = useState(items[0]?.id)
  const open = items.find(({ id }) => id === (selected ?? own)) ?? items[0]
  const select = (id: string) => {
    setOwn(id)
    onSelect?.(id)
  }
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || !open) return
    event.preventDefault()
    const next = step(items.indexOf(open), items.length)
    const item = items[next]
    if (!item) return
    select(item.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  if (!open) return null
  return (
    <div>
      <div className={styles.list} role="tablist" aria-label={label} ref={list}>
        {items.map(item => (
          <button
            key={item.id}
            type="button"
            role="tab"
            className={styles.tab}
            id={`${prefix}-${item.id}`}
            aria-selected={item === open}
            aria-controls={item === open ? `${prefix}-panel` : undefined}
            tabIndex={item === open ? 0 : -1}
            onClick={() => select(item.id)}
            onKeyDown={move}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${open.id}`}>
        {open.content}
      </div>
    </div>
  )
}
