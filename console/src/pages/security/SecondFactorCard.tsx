/** The second factor: its state, and the buttons to set it up, switch it off and renew the recovery codes. */
import { useState } from 'react'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Badge } from '../../ui/text/Badge.tsx'
import { RenewDialog } from './RenewDialog.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'
import { SwitchOffDialog } from './SwitchOffDialog.tsx'
import security from './security.module.css'

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
        <div className={layout.stack}>
          <p>
            <strong>{recoveryCodesLeft}</strong>{' '}
            {recoveryCodesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left, for when you do not
            have the app. Each works once.
          </p>
          {recoveryCodesLeft <= fewCodes && <Notice tone="warning">Renew them before you run out.</Notice>}
          <div className={layout.row}>
            <Button icon="refresh" onClick={() => setAsked('renew')}>
              Renew recovery codes
            </Button>
            <Button variant="ghost" onClick={() => setAsked('switchOff')}>
              Switch off
            </Button>
          </div>
        </div>
      ) : (
        <div className={layout.stack}>
          <p className={security.text}>
            It protects your account even if your password is stolen. You need an app such as Aegis, 2FAS,
            1Password or Google Authenticator; setting it up takes a minute.
          </p>
          <div className={layout.row}>
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
