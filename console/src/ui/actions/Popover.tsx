/** A button that opens a small panel below or above it. Escape, a click elsewhere and tabbing out close it. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classes } from '../classes.ts'
import styles from './Popover.module.css'

interface PopoverProps {
  /** What the button shows. */
  button: ReactNode
  /** The accessible name of the button, if its content is not enough. */
  label?: string
  buttonClass?: string | undefined
  /** For a label outside, and the texts below it. */
  buttonId?: string
  describedBy?: string | undefined
  placement?: 'above' | 'below'
  align?: 'start' | 'end'
  children: (close: () => void) => ReactNode
}

export function Popover({
  button,
  label,
  buttonClass,
  buttonId,
  describedBy,
  placement = 'below',
  align = 'start',
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const pressed = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    addEventListener('pointerdown', pressed)
    return () => removeEventListener('pointerdown', pressed)
  }, [open])

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
  }
  const left = (event: FocusEvent) => {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: key and focus events come from the button and the panel inside
    <div className={styles.popover} ref={box} onKeyDown={keyed} onBlur={left}>
      <button
        ref={opener}
        type="button"
        id={buttonId}
        aria-describedby={describedBy}
        className={buttonClass}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          id={id}
          className={classes(
            styles.panel,
            placement === 'above' ? styles.above : styles.below,
            align === 'end' ? styles.end : styles.start,
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
