/**
 * What dialogs and drawers share: the browser's own <dialog>, which keeps the focus inside and answers Escape. It is in
 * the document only while it is open, and the focus goes back to where it was.
 */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'

export interface ModalProps {
  title: string
  description?: ReactNode
  onClose: () => void
  /** Pressing beside it closes it. Off where something shown once, or half written, would be lost. */
  closeOnBackdrop?: boolean
  /** Nothing but its own buttons closes it, Escape included. */
  locked?: boolean
  className?: string
  children?: ReactNode
  footer?: ReactNode
}

const firstStops =
  '.modal-body:has(input, select, textarea) :is(input, select, textarea), .modal-box:not(:has(input, select, textarea)) h2'

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
    // What is to be filled in, else the title, so that it is read first; never the button that closes.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it, and comes as `cancel`
    <dialog
      ref={dialog}
      className={classes('modal', className)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={event => {
        // A <dialog> that closed itself would still be open as far as the page knows.
        event.preventDefault()
        if (!locked) onClose()
      }}
      onMouseDown={pressed}
      onClick={event => event.stopPropagation()}
    >
      <div className="modal-box">
        <header className="modal-head">
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {!locked && <IconButton icon="close" label="Close" onClick={onClose} />}
        </header>
        <div className="modal-body">
          {description && (
            <p className="muted" id={`${id}-text`}>
              {description}
            </p>
          )}
          {children}
        </div>
        {footer && <footer className="modal-foot">{footer}</footer>}
      </div>
    </dialog>
  )
}
