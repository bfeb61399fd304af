/** A form in a dialog that makes one change: its button sends it, shows that it is under way, and the form its error. */
import type { ReactNode } from 'react'
import type { FieldOfCode } from '../../api/errors.ts'
import type { Mutation } from '../../api/useMutation.ts'
import { Button } from '../actions/Button.tsx'
import { Form } from './Form.tsx'

interface ChangeFormProps {
  label?: string
  change: Mutation<[]>
  /** The words of the button that sends it. */
  submit: string
  /** The words of the other button. */
  cancel?: string
  onCancel: () => void
  /** Something else to do than to send it, such as to close a dialog in which nothing was changed. */
  onSubmit?: (() => void) | undefined
  /** The error to show, if it is not the one of the change. */
  error?: unknown
  fields?: readonly string[]
  fieldOfCode?: FieldOfCode | undefined
  children: ReactNode
}

export function ChangeForm(props: ChangeFormProps) {
  const { change, submit, cancel = 'Cancel', onCancel, ...others } = props
  const { onSubmit = () => change.run(), error = change.error, ...rest } = others
  return (
    <Form
      {...rest}
      onSubmit={onSubmit}
      error={error}
      actions={
        <>
          <Button onClick={onCancel}>{cancel}</Button>
          <Button type="submit" variant="primary" pending={change.pending}>
            {submit}
          </Button>
        </>
      }
    />
  )
}
