/** The form of a one-time link: an e-mail address unless the link fixes it, and a name with a new password, or the existing password. */
import { useState } from 'react'
import type { Link, Me } from '../../../../src/contract/console/session.ts'
import { consoleCall } from '../../api/client.ts'
import { fieldErrors, hasCode } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { forgetJoinToken } from '../../joinToken.ts'
import { navigate } from '../../router.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { TextField } from '../../ui/forms/Field.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { CodeField } from './CodeField.tsx'

interface JoinFormProps {
  link: Link
  token: string
  onSignedIn: (me: Me) => void
  /** The link was used or withdrawn while the form was open. */
  onUseless: () => void
}

const labels: Record<Link['kind'], string> = {
  setup: 'Create account',
  invite: 'Join',
  reset: 'Set password and sign in',
}

/** For a field that was left empty. */
const enterIt = 'Enter your password.'
const chooseOne = 'Choose a password.'

export const passwordHint =
  'At least 12 characters; longer is stronger. Common passwords and your own name are not allowed.'

const fieldOfCode = { SIGN_IN_FAILED: 'password', SECOND_FACTOR_FAILED: 'code' }

export function JoinForm({ link, token, onSignedIn, onUseless }: JoinFormProps) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  const known = link.kind === 'invite' && link.accountExists
  const asksName = link.kind !== 'reset' && !known

  const accept = useMutation(
    async () => {
      const body = {
        token,
        password,
        ...(link.email === null && { email }),
        ...(asksName && { name }),
        ...(codeAsked && { code }),
      }
      try {
        return await consoleCall('acceptLink', 'POST', '/links/accept', { body })
      } catch (error) {
        if (hasCode(error, 'LINK_INVALID')) onUseless()
        if (!hasCode(error, 'SECOND_FACTOR_REQUIRED') || codeAsked) throw error
        setCodeAsked(true)
        return null
      }
    },
    me => {
      if (!me) return
      forgetJoinToken()
      onSignedIn(me)
      arrive(link, me)
    },
  )

  const errors = fieldErrors(accept.error, fieldOfCode)
  return (
    <Form
      label="Join"
      onSubmit={() => accept.run()}
      error={accept.error}
      fields={['email', 'name', 'password', 'code']}
      fieldOfCode={fieldOfCode}
      actions={
        <Button type="submit" variant="primary" wide pending={accept.pending}>
          {known ? 'Sign in and join' : labels[link.kind]}
        </Button>
      }
    >
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={link.email ?? email}
        onChange={setEmail}
        readOnly={link.email !== null}
        error={errors.email}
        required
        autoFocus={link.email === null}
      />
      {asksName && (
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={setName}
          error={errors.name}
          required
          autoFocus={link.email !== null}
        />
      )}
      <PasswordField
        label={known ? 'Password' : 'New password'}
        name="password"
        autoComplete={known ? 'current-password' : 'new-password'}
        hint={known ? undefined : passwordHint}
        value={password}
        onChange={setPassword}
        error={errors.password && !password ? (known ? enterIt : chooseOne) : errors.password}
        required
        autoFocus={link.email !== null && !asksName}
      />
      {codeAsked && <CodeField value={code} onChange={setCode} error={errors.code} />}
    </Form>
  )
}

/** Opens the workspace that the link is for, which may not be the person's first one. The link has its name, not its id. */
export function arrive({ kind, workspaceName, role }: Link, { workspaces }: Me): void {
  if (kind === 'reset') toast('Your password has been changed')
  const joined = workspaces.find(each => each.name === workspaceName && each.role === role)
  if (!joined) return
  if (workspaces.length > 1) navigate(`/?workspace=${encodeURIComponent(joined.id)}`, { replace: true })
  toast(`Welcome to ${joined.name}`)
}
