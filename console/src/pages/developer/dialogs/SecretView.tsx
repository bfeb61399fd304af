/** Shows the secret of a new key, once. */
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import { SecretField } from '../../../ui/forms/SecretField.tsx'
import layout from '../../../ui/layout/layout.module.css'

interface SecretViewProps {
  made: ApiKey
  secret: string
  onStored: () => void
}

export function SecretView({ made, secret, onStored }: SecretViewProps) {
  return (
    <div className={layout.stack}>
      <Notice tone="warning" live title="Store it now: it is shown only once">
        Nobody can read it again, not even Florin. Put it where your program reads its secrets from, never in
        code or chat.
      </Notice>
      <SecretField secret={secret} />
      <div className={layout.stackTight}>
        <h3>Try it</h3>
        <CodeBlock label="curl command" code={curlLine(made, secret)} wrap />
      </div>
      <FormActions>
        <Button variant="primary" onClick={onStored}>
          I have stored it
        </Button>
      </FormActions>
    </div>
  )
}

/** One line, ready to paste. Neither a secret nor a URL contains a quote. */
const curlLine = (made: ApiKey, secret: string): string =>
  `curl -H 'Authorization: Bearer ${secret}' '${location.origin}/v1${firstCall(made)}'`

/** A request that the key is allowed to make; /workspace needs no scope. */
function firstCall({ scopes }: ApiKey): string {
  if (scopes.includes('transactions:read')) return '/transactions?limit=3'
  const readable = scopes.find(scope => scope.endsWith(':read'))
  return readable ? `/${readable.split(':', 1)[0]}` : '/workspace'
}
