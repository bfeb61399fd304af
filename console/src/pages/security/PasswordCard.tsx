/** Changes the password, which ends all other sessions. */
import { useRef, useState } from 'react'
import { consoleCall } from '../../api/client.ts'
import { fieldErrors } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { passwordHint } from '../auth/JoinForm.tsx'
import styles from './PasswordCard.module.css'

const fieldOfCode = { WRONG_PASSWORD: 'currentPassword', TOO_MANY_REQUESTS: 'currentPassword' }
const empty = { currentPassword: '', newPassword: '', repeated: '' }

export function PasswordCard() {
  const { user } = useSession().me
  const [given, setGiven] = useState(empty)
  /** The service gets the password once, so this page compares the two. */
  const [differs, setDiffers] = useState(false)
  const repeatedField = useRef<HTMLInputElement>(null)
  const set = (field: keyof typeof empty) => (value: string) => {
    setGiven({ ...given, [field]: value })
    setDiffers(false)
  }

  const change = useMutation(
    (body: { currentPassword: string; newPassword: string }) =>
      consoleCall('changePassword', 'POST', '/password', { body }),
    () => {
      setGiven(empty)
      toast('Password changed. All your other sessions have ended.')
    },
  )
  const submit = () => {
    const { repeated, ...body } = given
    setDiffers(repeated !== body.newPassword)
    if (repeated === body.newPassword) change.run(body)
    else repeatedField.current?.focus()
  }

  const errors = fieldErrors(change.error, fieldOfCode)
  return (
    <Card title="Password" description="Changing it ends all your other sessions.">
      <div className={styles.form}>
        <Form
          label="Change password"
          onSubmit={submit}
          error={change.error}
          fields={['currentPassword', 'newPassword']}
          fieldOfCode={fieldOfCode}
          actions={
            <Button type="submit" pending={change.pending}>
              Change password
            </Button>
          }
        >
          {/* Tells password managers which account this is. */}
          <input type="email" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            value={given.currentPassword}
            onChange={set('currentPassword')}
            error={errors.currentPassword}
            required
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={passwordHint}
            value={given.newPassword}
            onChange={set('newPassword')}
            error={errors.newPassword}
            required
          />
          <PasswordField
            ref={repeatedField}
            label="Repeat the new password"
            autoComplete="new-password"
            value={given.repeated}
            onChange={set('repeated')}
            error={differs ? 'The passwords do not match.' : undefined}
            required
          />
        </Form>
      </div>
    </Card>
  )
}
