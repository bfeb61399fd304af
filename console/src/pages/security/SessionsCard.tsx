/** The person's sessions, and the buttons to end one, this one, or all of them. */
import { useState } from 'react'
import type { PersonSession } from '../../../../src/contract/console/session.ts'
import { consoleCall } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import layout from '../../ui/layout/layout.module.css'
import { ConfirmDialog } from '../../ui/overlays/Dialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { SessionsTable } from './SessionsTable.tsx'
import security from './security.module.css'

export function SessionsCard() {
  const { signedOut } = useSession()
  const [asked, setAsked] = useState(false)
  const [revoking, setRevoking] = useState<PersonSession | null>(null)
  const sessions = useLoad(null, signal => consoleCall('listSessions', 'GET', '/sessions', { signal }))
  const here = useMutation(async () => {
    try {
      await consoleCall('signOut', 'DELETE', '/session', {})
    } catch (error) {
      toast(messageOf(error), 'bad')
      throw error
    }
  }, signedOut)
  const everywhere = useMutation(() => consoleCall('signOutEverywhere', 'DELETE', '/sessions', {}), signedOut)
  return (
    <Card
      title="Sessions"
      description="A session ends after 12 hours without use, and after 30 days at the latest."
    >
      <div className={layout.stack}>
        {sessions.data ? (
          <SessionsTable sessions={sessions.data.sessions} busy={sessions.loading} onRevoke={setRevoking} />
        ) : sessions.error ? (
          <ErrorState error={sessions.error} onRetry={sessions.reload} />
        ) : (
          <SkeletonTable rows={2} label="Loading sessions" />
        )}
        <p className={security.text}>
          Lost a device, or see a session that you do not recognise? End it, or end all sessions, and change
          your password.
        </p>
        <div className={layout.row}>
          <Button icon="signOut" pending={here.pending} onClick={() => here.run()}>
            Sign out here
          </Button>
          <Button icon="shield" onClick={() => setAsked(true)}>
            Sign out everywhere
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asked}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        change={everywhere}
        onClose={() => setAsked(false)}
      >
        <p>
          All your sessions end, in this browser and in all others, and other browsers are forgotten. API keys
          keep working.
        </p>
      </ConfirmDialog>
      {revoking && (
        <RevokeDialog
          session={revoking}
          onDone={() => {
            setRevoking(null)
            sessions.reload()
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </Card>
  )
}
