/** A link that works once: it sets the service up, brings someone into a workspace, or gives a new password. */
import { useState, useSyncExternalStore } from 'react'
import type { Link, Me } from '../../../src/contract/console/session.ts'
import { consoleCall } from '../api/client.ts'
import { hasCode } from '../api/errors.ts'
import { useLoad } from '../api/useLoad.ts'
import { joinToken } from '../joinToken.ts'
import { subscribe } from '../router.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { JoinForm } from './JoinForm.tsx'

type OnSignedIn = (me: Me) => void

export function JoinPage({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  const token = useSyncExternalStore(subscribe, joinToken)
  if (!token)
    return <Useless reason="This address has no link in it. Open the whole link that you were given." />
  return <WithToken key={token} token={token} onSignedIn={onSignedIn} />
}

function WithToken({ token, onSignedIn }: { token: string; onSignedIn: OnSignedIn }) {
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
    return (
      <AuthLayout title={title} description={description}>
        <JoinForm link={link} token={token} onSignedIn={onSignedIn} onUseless={() => setUseless(true)} />
      </AuthLayout>
    )
  }
  // The service says no to the link itself; anything else may pass.
  const refused = hasCode(error, 'LINK_INVALID') || hasCode(error, 'BAD_REQUEST')
  if (useless || refused) {
    return (
      <Useless reason="It was used already, withdrawn, or is too old. Links work once, and for a limited time." />
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
  <div className="form" role="status" aria-label="Checking the link">
    <Skeleton shape="title" />
    <Skeleton shape="title" />
    <Skeleton shape="title" />
  </div>
)

function Useless({ reason }: { reason: string }) {
  return (
    <AuthLayout title="This link does not work">
      <div className="stack">
        <Notice tone="warning" live>
          {reason}
        </Notice>
        <p className="muted">Ask whoever sent it for a new one. If you have used it already, sign in.</p>
        <ButtonLink to="/sign-in" variant="primary" wide>
          Go to sign-in
        </ButtonLink>
      </div>
    </AuthLayout>
  )
}

function wordsFor({ kind, workspaceName, role, accountExists }: Link): {
  title: string
  description: string
} {
  const where = workspaceName ?? 'the workspace'
  const as = role ? ` as ${role === 'member' ? 'a' : 'an'} ${role}` : ''
  if (kind === 'setup') {
    return {
      title: 'Set up Florin',
      description: `Create the first account. You will be the owner of ${where}.`,
    }
  }
  if (kind === 'reset') {
    return {
      title: 'Choose a new password',
      description:
        'Every session you have elsewhere ends, and a second factor is switched off: set it up again afterwards.',
    }
  }
  return {
    title: `Join ${where}`,
    description: accountExists
      ? `You are invited${as}. Sign in with the account that you have.`
      : `You are invited${as}. Create your account to join.`,
  }
}
