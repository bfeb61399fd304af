/** Short messages that something was done. One live region, present from the start, so that screen readers announce them. */
import { useEffect, useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../text/Icon.tsx'
import { Button, IconButton } from './Button.tsx'
import styles from './Toast.module.css'

interface ToastItem {
  id: number
  text: string
  tone: 'good' | 'bad'
  action?: ToastAction | undefined
}

/** A button in the message, such as Undo. */
export interface ToastAction {
  label: string
  run: () => void
}

const shownMs = 6_000
/** Longer with a button, which takes time to reach by keyboard. */
const shownWithActionMs = 20_000
const shownMax = 3
let items: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}

export function toast(text: string, tone: ToastItem['tone'] = 'good', action?: ToastAction): void {
  lastId += 1
  set([...items, { id: lastId, text, tone, action }].slice(-shownMax))
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

function Toast({ id, text, tone, action }: ToastItem) {
  const ms = action ? shownWithActionMs : shownMs
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), ms)
    return () => clearTimeout(timer)
  }, [id, ms])
  return (
    <div className={classes(styles.toast, tone === 'good' ? styles.good : styles.bad)}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} />
      <span>{text}</span>
      {action && (
        <Button
          size="small"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" size="small" onClick={() => dismiss(id)} />
    </div>
  )
}
