/**
 * A form that shows what the service said: errors of fields at the fields (the page passes `fieldErrors(error)` on),
 * any other above the buttons. After an error the focus goes to the first field that is wrong.
 */
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { type FieldOfCode, formError, messageOf } from '../../api/errors.ts'
import { Notice } from '../feedback/Notice.tsx'
import styles from './Form.module.css'

interface FormProps {
  onSubmit: () => void
  error?: unknown
  /** Paths of the body that the form has fields for. */
  fields?: readonly string[]
  /** Codes of errors that belong to one of the fields, as given to `fieldErrors`. */
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
    // A form in a dialog is a child of the page's own form in React's tree, not in the document's.
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
