/** The way out, of this browser or of every one. */
import { useState } from 'react'
import { consoleCall } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/Toast.tsx'

export function SessionsCard() {
  const { signedOut } = useSession()
  const [asked, setAsked] = useState(false)
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
      description="A session ends by itself after 12 hours without use, and after 30 days in any case."
    >
      <div className="stack">
        <p className="settings-text">
          Have you left a browser signed in somewhere, or lost a device? End every session, here too, and
          change your password.
        </p>
        <div className="row">
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
        pending={everywhere.pending}
        error={everywhere.error}
        onConfirm={() => everywhere.run()}
        onClose={() => setAsked(false)}
      >
        <p>Every session of yours ends, in this browser and in all others. API keys go on working.</p>
      </ConfirmDialog>
    </Card>
  )
}
