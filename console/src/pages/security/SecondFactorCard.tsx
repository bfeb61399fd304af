/** The second factor: its state, and the buttons to set it up, switch it off and renew the recovery codes. */
import { useState } from 'react'
import { useSession } from '../../session.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RenewDialog } from './RenewDialog.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'
import { SwitchOffDialog } from './SwitchOffDialog.tsx'

/** With this many left or fewer, the page advises to renew them. */
const fewCodes = 3

export function SecondFactorCard() {
  const { secondFactor, recoveryCodesLeft } = useSession().me.user
  const [asked, setAsked] = useState<'setUp' | 'renew' | 'switchOff' | null>(null)
  const close = () => setAsked(null)
  return (
    <Card
      title="Second factor"
      description="A code from an authenticator app, required at every sign-in in addition to the password."
      actions={secondFactor ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
    >
      {secondFactor ? (
        <div className="stack">
          <p>
            <strong>{recoveryCodesLeft}</strong>{' '}
            {recoveryCodesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left, for when you do not
            have the app. Each works once.
          </p>
          {recoveryCodesLeft <= fewCodes && <Notice tone="warning">Renew them before you run out.</Notice>}
          <div className="row">
            <Button icon="refresh" onClick={() => setAsked('renew')}>
              Renew recovery codes
            </Button>
            <Button variant="ghost" onClick={() => setAsked('switchOff')}>
              Switch off
            </Button>
          </div>
        </div>
      ) : (
        <div className="stack">
          <p className="settings-text">
            It protects your account even if your password is stolen. You need an app such as Aegis, 2FAS,
            1Password or Google Authenticator; setting it up takes a minute.
          </p>
          <div className="row">
            <Button variant="primary" icon="shield" onClick={() => setAsked('setUp')}>
              Set up
            </Button>
          </div>
        </div>
      )}
      {asked === 'setUp' && <SetUpDialog onClose={close} />}
      {asked === 'renew' && <RenewDialog onClose={close} />}
      {asked === 'switchOff' && <SwitchOffDialog onClose={close} />}
    </Card>
  )
}
