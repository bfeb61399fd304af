/** The page of a one-time link, which sets up the service, invites someone to a workspace, or resets a password. */
import { useState, useSyncExternalStore } from 'react'
import { aRole } from '../../../src/contract/console/roles.ts'
import type { Link, Me } from '../../../src/contract/console/session.ts'
import { consoleCall } from '../api/client.ts'
import { hasCode } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { joinToken } from '../joinToken.ts'
import { subscribe } from '../router.tsx'
import { ButtonLink } from '../ui/actions/Button.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import form from '../ui/forms/Form.module.css'
import layout from '../ui/layout/layout.module.css'
import text from '../ui/text/text.module.css'
import { AuthLayout } from './auth/AuthLayout.tsx'
import { JoinForm } from './auth/JoinForm.tsx'
import { JoinSignedIn } from './auth/JoinSignedIn.tsx'

interface JoinPageProps {
  onSignedIn: (me: Me) => void
  onSignedOut: () => void
}

export function JoinPage(props: JoinPageProps) {
  const token = useSyncExternalStore(subscribe, joinToken)
  if (!token) return <Useless reason="This URL is incomplete. Open the whole link that you were given." />
  return <WithToken key={token} token={token} {...props} />
}

function WithToken({ token, onSignedIn, onSignedOut }: JoinPageProps & { token: string }) {
  const {
    data: link,
    error,
    reload,
  } = useLoad(null, signal =>
    consoleCall('inspectLink', 'POST', '/links/inspect', { body: { token }, signal }),
  )
  const [useless, setUseless] = useState(false)
  if (link && !useless) {
    const { title, description } = wordsFor(link)
    const common = { link, token, onUseless: () => setUseless(true) }
    const signedOut = () => {
      onSignedOut()
      reload()
    }
    return (
      <AuthLayout title={title} description={description}>
        {link.kind === 'invite' && link.signedIn ? (
          <JoinSignedIn {...common} signedIn={link.signedIn} onJoined={onSignedIn} onSignedOut={signedOut} />
        ) : (
          <JoinForm {...common} onSignedIn={onSignedIn} />
        )}
      </AuthLayout>
    )
  }
  // The service refuses the link itself; other errors may be temporary.
  const refused = hasCode(error, 'LINK_INVALID') || hasCode(error, 'BAD_REQUEST')
  if (useless || refused) {
    return (
      <Useless reason="It has already been used, was withdrawn, or has expired. Links work once, for a limited time." />
    )
  }
  return (
    <AuthLayout title="Opening your link">
      {error ? (
        <ErrorState error={error} onRetry={reload} title="The link could not be checked" />
      ) : (
        <Waiting />
      )}
    </AuthLayout>
  )
}

const Waiting = () => (
  <div className={form.form} role="status" aria-label="Checking the link">
    <Skeleton shape="title" />
    <Skeleton shape="title" />
    <Skeleton shape="title" />
  </div>
)

function Useless({ reason }: { reason: string }) {
  return (
    <AuthLayout title="This link does not work">
      <div className={layout.stack}>
        <Notice tone="warning" live>
          {reason}
        </Notice>
        <p className={text.muted}>
          Ask the person who sent it for a new one. If you have already used it, sign in.
        </p>
        <ButtonLink to="/sign-in" variant="primary" wide>
          Go to sign-in
        </ButtonLink>
      </div>
    </AuthLayout>
  )
}

function wordsFor({ kind, workspaceName, role, accountExists, signedIn }: Link): {
  title: string
  description: string
} {
  const where = workspaceName ?? 'the workspace'
  const as = role ? ` as ${aRole(role)}` : ''
  if (kind === 'setup') {
    return {
      title: 'Set up Florin',
      description: workspaceName
        ? `Create the first account. You will be the owner of ${where}.`
        : 'Create the first account. You will create the workspace next.',
    }
  }
  if (kind === 'reset') {
    return {
      title: 'Choose a new password',
      description:
        'All your other sessions end, and your second factor is switched off. Set it up again afterwards.',
    }
  }
  if (signedIn) return { title: `Join ${where}`, description: `You have been invited${as}.` }
  return {
    title: `Join ${where}`,
    description: accountExists
      ? `You have been invited${as}. Sign in with your existing account.`
      : `You have been invited${as}. Create an account to join.`,
  }
}
