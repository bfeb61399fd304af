/**
 * A form that shows the service's errors: those of a field at the field (the page passes `fieldErrors(error)` on), any
 * other above the buttons. After an error, the first invalid field gets the focus.
 */
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { type FieldOfCode, formError, messageOf } from '../../api/errors.ts'
import { Notice } from '../feedback/Notice.tsx'
import styles from './Form.module.css'

interface FormProps {
  onSubmit: () => void
  error?: unknown
  /** The body paths that the form has fields for. */
  fields?: readonly string[]
  /** Error codes that belong to one of the fields, as for `fieldErrors`. */
  fieldOfCode?: FieldOfCode | undefined
  children: ReactNode
  /** The buttons. */
  actions: ReactNode
  label?: string
}

export function Form({ onSubmit, error, fields = [], fieldOfCode, children, actions, label }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const rest = formError(error, fields, fieldOfCode)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // In React's tree, a form in a dialog may be a child of another form. In the document it is not.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} aria-label={label} noValidate>
      {children}
      {rest !== null && rest !== undefined && (
        <Notice tone="danger" live>
          {messageOf(rest)}
        </Notice>
      )}
      <FormActions>{actions}</FormActions>
    </form>
  )
}

/** The buttons at the end of a form, or of what is like one. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)
