/**
 * Shows the secret of a new key, once. It is only in the memory of the page while this is drawn, never in a URL, in
 * storage or in a log.
 */
import { useEffect, useRef } from 'react'
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { CopyButton } from '../../../ui/actions/CopyButton.tsx'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { FormActions } from '../../../ui/forms/Form.tsx'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import styles from './SecretView.module.css'

interface SecretViewProps {
  made: ApiKey
  secret: string
  onStored: () => void
}

export function SecretView({ made, secret, onStored }: SecretViewProps) {
  const field = useRef<HTMLInputElement>(null)
  // The dialog was open before, so the focus has to be moved to the secret.
  useEffect(() => field.current?.select(), [])
  return (
    <div className={layout.stack}>
      <Notice tone="warning" live title="Store it now: it is shown only once">
        Nobody can read it again, not even Florin. Put it where your program reads its secrets from, never in
        code or chat.
      </Notice>
      <div className={styles.secret}>
        <TextField
          label="Secret"
          ref={field}
          readOnly
          value={secret}
          onChange={() => {}}
          className={text.mono}
          autoComplete="off"
          spellCheck={false}
        />
        <CopyButton text={secret} label="Copy secret" words />
      </div>
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
