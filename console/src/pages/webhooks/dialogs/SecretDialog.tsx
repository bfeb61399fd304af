/** Shows the secret of a webhook, once. Only its button closes the dialog. */
import type { Webhook } from '../../../../../src/contract/console/webhooks.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import { SecretField } from '../../../ui/forms/SecretField.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Instant } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'

export interface WithSecret {
  webhook: Webhook
  secret: string
}

interface SecretDialogProps extends WithSecret {
  onStored: () => void
}

export function SecretDialog({ webhook, secret, onStored }: SecretDialogProps) {
  const { name, previousSecretUntil } = webhook
  return (
    <Dialog open size="wide" title={`Secret of ${name}`} onClose={onStored} locked>
      <div className={layout.stack}>
        <Notice tone="warning" live title="Store it now: it is shown only once">
          Put it where the receiving program reads its secrets from, never in code or chat. If it gets lost,
          rotate it.
        </Notice>
        <SecretField secret={secret} />
        {previousSecretUntil !== null && (
          <p>
            Until <Instant value={previousSecretUntil} />, messages are signed with the old secret too. Switch
            the program before then.
          </p>
        )}
        <div className={layout.stackTight}>
          <h3>Check each message</h3>
          <p className={text.muted}>
            Messages follow Standard Webhooks, which has libraries for most languages. Verify the body as it
            arrived, before you parse it. In TypeScript:
          </p>
          <CodeBlock label="code" code={checkCode} wrap />
        </div>
        <FormActions>
          <Button variant="primary" onClick={onStored}>
            I have stored it
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}

const checkCode = `import { Webhook } from 'standardwebhooks'

new Webhook(secret).verify(body, headers) // throws if it is not from Florin`
