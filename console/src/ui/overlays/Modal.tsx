/**
 * What dialogs and drawers share: the browser's <dialog>, which keeps the focus inside and closes on Escape. It is in the
 * document only while it is open, and the focus returns to where it was.
 */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from '../actions/Button.tsx'
import { classes } from '../classes.ts'
import text from '../text/text.module.css'
import styles from './Modal.module.css'

export interface ModalProps {
  title: string
  description?: ReactNode
  onClose: () => void
  /** A click outside closes it. Off if something that is shown once, or half written, would be lost. */
  closeOnBackdrop?: boolean
  /** Only its own buttons close it; Escape does not. */
  locked?: boolean
  className?: string | undefined
  children?: ReactNode
  footer?: ReactNode
}

/** The checked radio button, and nothing that is hidden or disabled. */
const fields = ':is(input:not([type="radio"]:not(:checked)), select, textarea):not([hidden], :disabled)'
const body = `.${styles.body} ${fields}`
const firstStops = `${body}, .${styles.box}:not(:has(${body})) h2`

export function Modal(props: ModalProps) {
  const {
    title,
    description,
    onClose,
    closeOnBackdrop = true,
    locked = false,
    className,
    children,
    footer,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    // The first field, or else the title, so that it is read first; never the close button.
    shown?.querySelector<HTMLElement>(firstStops)?.focus()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const pressed = (event: MouseEvent) => {
    if (closeOnBackdrop && !locked && event.target === dialog.current) onClose()
  }

  return (
    <dialog
      ref={dialog}
      // Browsers let a page refuse Escape once and close on the next press. This refuses it every time.
      closedby={locked ? 'none' : 'closerequest'}
      onKeyDown={event => {
        if (locked && event.key === 'Escape') event.preventDefault()
      }}
      className={classes(styles.modal, className)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={event => {
        // If the <dialog> closed itself, the page would still think that it is open.
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClose={() => {
        // On a second request, the browser closes it anyway. Then the page follows, or opens it again.
        if (dialog.current?.open) return
        if (locked) dialog.current?.showModal()
        else onClose()
      }}
      onMouseDown={pressed}
      onClick={event => event.stopPropagation()}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {!locked && <IconButton icon="close" label="Close" onClick={onClose} />}
        </header>
        <div className={styles.body}>
          {description && (
            <p className={text.muted} id={`${id}-text`}>
              {description}
            </p>
          )}
          {children}
        </div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}
