/** The sign-in page: e-mail and password, and a code if the account has a second factor. */
import { useState } from 'react'
import type { Me } from '../../../src/contract/console/session.ts'
import { consoleCall } from '../api/client.ts'
import { fieldErrors, hasCode } from '../api/errors.ts'
import { useMutation } from '../api/useMutation.ts'
import { Button } from '../ui/actions/Button.tsx'
import { toast } from '../ui/actions/Toast.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import auth from './auth/AuthLayout.module.css'
import { AuthLayout } from './auth/AuthLayout.tsx'
import { CodeField } from './auth/CodeField.tsx'

interface SignInPageProps {
  /** The person was signed in a moment ago. */
  ended: boolean
  onSignedIn: (me: Me) => void
}

const fieldOfCode = { SECOND_FACTOR_FAILED: 'code' }

export function SignInPage({ ended, onSignedIn }: SignInPageProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)

  const signIn = useMutation(
    async () => {
      const body = { email, password, ...(codeAsked && { code }) }
      try {
        return await consoleCall('signIn', 'POST', '/session', { body })
      } catch (error) {
        // Being asked for a code is not an error; it is the next step.
        if (!hasCode(error, 'SECOND_FACTOR_REQUIRED') || codeAsked) throw error
        setCodeAsked(true)
        return null
      }
    },
    me => {
      if (!me) return
      if (codeAsked && isRecoveryCode(code)) toast(`Recovery code used: ${me.user.recoveryCodesLeft} left`)
      onSignedIn(me)
    },
  )

  const errors = fieldErrors(signIn.error, fieldOfCode)
  const startOver = () => {
    setCodeAsked(false)
    setCode('')
    setPassword('')
    signIn.reset()
  }

  return (
    <AuthLayout title="Sign in" description="Welcome back. Use the account that you were invited with.">
      {ended && !codeAsked && (
        <div className={auth.above}>
          <Notice title="Your session has ended" live>
            Sign in to continue where you left off.
          </Notice>
        </div>
      )}
      <Form
        label="Sign in"
        onSubmit={() => signIn.run()}
        error={signIn.error}
        fields={['email', 'password', 'code']}
        fieldOfCode={fieldOfCode}
        actions={
          <>
            <Button type="submit" variant="primary" wide pending={signIn.pending}>
              {codeAsked ? 'Verify and sign in' : 'Sign in'}
            </Button>
            {codeAsked && (
              <Button variant="ghost" wide onClick={startOver}>
                Use another account
              </Button>
            )}
          </>
        }
      >
        <TextField
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={errors.email}
          readOnly={codeAsked}
          required
          autoFocus
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={errors.password}
          readOnly={codeAsked}
          required
        />
        {codeAsked && <CodeField value={code} onChange={setCode} error={errors.code} />}
      </Form>
      {!codeAsked && (
        <p className={auth.note}>
          No account yet? Ask an owner or an admin of your workspace for an invitation. Forgot your password?
          The person who runs this service can create a reset link: <code>florin users reset</code>.
        </p>
      )}
    </AuthLayout>
  )
}

/** Mentioned, because there are only a few of them. */
const isRecoveryCode = (code: string): boolean => !/^\s*(\d\s*){6}$/.test(code)
