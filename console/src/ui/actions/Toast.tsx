/** Short messages that something was done. One live region, present from the start, so that screen readers announce them. */
import { useEffect, useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../text/Icon.tsx'
import { IconButton } from './Button.tsx'
import styles from './Toast.module.css'

interface ToastItem {
  id: number
  text: string
  tone: 'good' | 'bad'
}

const shownMs = 6_000
const shownMax = 3
let items: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

export function toast(text: string, tone: ToastItem['tone'] = 'good'): void {
  lastId += 1
  set([...items, { id: lastId, text, tone }].slice(-shownMax))
}

const dismiss = (id: number) => set(items.filter(item => item.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => items)
  return (
    <section className={styles.toasts} aria-label="Notifications" aria-live="polite">
      {shown.map(item => (
        <Toast key={item.id} {...item} />
      ))}
    </section>
  )
}

function Toast({ id, text, tone }: ToastItem) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className={classes(styles.toast, tone === 'good' ? styles.good : styles.bad)}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} />
      <span>{text}</span>
      <IconButton icon="close" label="Dismiss" size="small" onClick={() => dismiss(id)} />
    </div>
  )
}
