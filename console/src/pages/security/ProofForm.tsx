/** Asks for the password and a code: changing the second factor needs both, even when signed in. */
import { useState } from 'react'
import { fieldErrors, hasCode } from '../../api/errors.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { CodeField } from '../auth/CodeField.tsx'

export interface Proof {
  password: string
  code: string
}

interface ProofFormProps {
  label: string
  /** The label of the button. */
  submit: string
  tone?: 'primary' | 'danger'
  codeLabel?: string
  codeHint?: string
  /** The error for a wrong code, instead of the service's message. */
  codeWrong?: string
  pending: boolean
  error: unknown
  onSubmit: (proof: Proof) => void
  onCancel: () => void
}

/** Attempts are counted per account, so their limit is shown at the password. */
const fieldOfCode = {
  WRONG_PASSWORD: 'password',
  TOO_MANY_REQUESTS: 'password',
  SECOND_FACTOR_FAILED: 'code',
}

export function ProofForm(props: ProofFormProps) {
  const { label, submit, tone = 'primary', codeLabel, codeHint, codeWrong } = props
  const { pending, error, onSubmit, onCancel } = props
  const { user } = useSession().me
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const errors = fieldErrors(error, fieldOfCode)
  const codeError = hasCode(error, 'SECOND_FACTOR_FAILED') ? (codeWrong ?? errors.code) : errors.code
  return (
    <Form
      label={label}
      onSubmit={() => onSubmit({ password, code })}
      error={error}
      fields={['password', 'code']}
      fieldOfCode={fieldOfCode}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant={tone} pending={pending}>
            {submit}
          </Button>
        </>
      }
    >
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        required
      />
      <CodeField label={codeLabel} hint={codeHint} value={code} onChange={setCode} error={codeError} />
    </Form>
  )
}
