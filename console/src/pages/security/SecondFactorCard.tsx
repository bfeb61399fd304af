/** The second factor: whether it is on, and the ways to it, away from it, and to new recovery codes. */
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

/** So few that a person should not wait for the last one. */
const fewCodes = 3

export function SecondFactorCard() {
  const { secondFactor, recoveryCodesLeft } = useSession().me.user
  const [asked, setAsked] = useState<'setUp' | 'renew' | 'switchOff' | null>(null)
  const close = () => setAsked(null)
  return (
    <Card
      title="Second factor"
      description="A code from an authenticator app, asked for at every sign-in besides the password."
      actions={secondFactor ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
    >
      {secondFactor ? (
        <div className={layout.stack}>
          <p>
            <strong>{recoveryCodesLeft}</strong>{' '}
            {recoveryCodesLeft === 1 ? 'recovery code is' : 'recovery codes are'} left, for when the app is
            not at hand. Each works once.
          </p>
          {recoveryCodesLeft <= fewCodes && (
            <Notice tone="warning">Renew them before the last one is used.</Notice>
          )}
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
            With it a stolen password alone opens nothing. You need an app such as Aegis, 2FAS, 1Password or
            Google Authenticator; it takes a minute.
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
