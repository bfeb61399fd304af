/** A dialog in the middle of the page, and one that asks for confirmation. */
import type { ReactNode } from 'react'
import { messageOf } from '../../api/errors.ts'
import type { Mutation } from '../../api/useMutation.ts'
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
  /** What is confirmed. */
  change: Mutation<[]>
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirm, tone = 'danger', change, onClose } = props
  const { pending, error } = change
  const close = () => {
    change.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      title={title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant={tone} pending={pending} onClick={() => change.run()}>
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
