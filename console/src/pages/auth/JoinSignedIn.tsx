/** An invitation opened while signed in: one click joins, or signs out if it is for another account. */
import type { Link, Me } from '../../../../src/contract/console/session.ts'
import { consoleCall } from '../../api/client.ts'
import { hasCode, messageOf } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { forgetJoinToken } from '../../joinToken.ts'
import { Button, ButtonLink } from '../../ui/actions/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import layout from '../../ui/layout/layout.module.css'
import { arrive } from './JoinForm.tsx'

interface JoinSignedInProps {
  link: Link
  signedIn: NonNullable<Link['signedIn']>
  token: string
  onJoined: (me: Me) => void
  onSignedOut: () => void
  /** The link was used or withdrawn while the page was open. */
  onUseless: () => void
}

export function JoinSignedIn(props: JoinSignedInProps) {
  return props.signedIn.isInvited ? <JoinNow {...props} /> : <SomeoneElse {...props} />
}

function JoinNow({ link, signedIn, token, onJoined, onUseless }: JoinSignedInProps) {
  const join = useMutation(
    async () => {
      try {
        return await consoleCall('joinWorkspace', 'POST', '/links/join', { body: { token } })
      } catch (error) {
        if (hasCode(error, 'LINK_INVALID')) onUseless()
        throw error
      }
    },
    me => {
      forgetJoinToken()
      onJoined(me)
      arrive(link, me)
    },
  )
  return (
    <div className={layout.stack}>
      <p>You are signed in as {signedIn.email}.</p>
      <Failed error={join.error} />
      <Button variant="primary" wide pending={join.pending} onClick={() => join.run()}>
        Join {link.workspaceName ?? 'the workspace'}
      </Button>
    </div>
  )
}

function SomeoneElse({ link, signedIn, onSignedOut }: JoinSignedInProps) {
  const signOut = useMutation(() => consoleCall('signOut', 'DELETE', '/session', {}), onSignedOut)
  return (
    <div className={layout.stack}>
      <Notice tone="warning" live>
        This invitation is for {link.email}, and you are signed in as {signedIn.email}. Sign out to accept it
        as {link.email}.
      </Notice>
      <Failed error={signOut.error} />
      <Button variant="primary" wide pending={signOut.pending} onClick={() => signOut.run()}>
        Sign out
      </Button>
      <ButtonLink to="/" wide>
        Stay signed in
      </ButtonLink>
    </div>
  )
}

const Failed = ({ error }: { error: unknown }) =>
  error === null || error === undefined ? null : (
    <Notice tone="danger" live>
      {messageOf(error)}
    </Notice>
  )
