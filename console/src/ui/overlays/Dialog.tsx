/** A dialog in the middle of the page, and one that asks for confirmation. */
import type { ReactNode } from 'react'
import { messageOf } from '../../api/errors.ts'
import { Button } from '../actions/Button.tsx'
import { classes } from '../classes.ts'
import { Notice } from '../feedback/Notice.tsx'
import styles from './Dialog.module.css'
import { Modal, type ModalProps } from './Modal.tsx'

interface DialogProps extends ModalProps {
  open: boolean
  size?: 'wide'
}

export function Dialog({ open, size, className, ...rest }: DialogProps) {
  if (!open) return null
  return <Modal {...rest} className={classes(styles.dialog, size === 'wide' && styles.wide, className)} />
}

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What will happen. */
  children: ReactNode
  /** A verb: Revoke key, Remove person. */
  confirm: string
  tone?: 'danger' | 'primary'
  pending?: boolean
  error?: unknown
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, tone = 'danger', pending, error, onConfirm, onClose } = props
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={tone} pending={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {error !== null && error !== undefined && (
        <Notice tone="danger" live>
          {messageOf(error)}
        </Notice>
      )}
    </Dialog>
  )
}
