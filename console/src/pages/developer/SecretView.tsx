/**
 * Shows the secret of a new key, once. It is only in the memory of the page while this is drawn, never in a URL, in
 * storage or in a log.
 */
import { useEffect, useRef } from 'react'
import type { ApiKey } from '../../../../src/contract/console/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBlock } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

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
    <div className="stack">
      <Notice tone="warning" live title="Store it now: it is shown only once">
        Nobody can read it again, not even Florin. Put it where your program reads its secrets from, never in
        code or chat.
      </Notice>
      <div className="secret">
        <TextField
          label="Secret"
          ref={field}
          readOnly
          value={secret}
          onChange={() => {}}
          className="mono"
          autoComplete="off"
          spellCheck={false}
        />
        <CopyButton text={secret} label="Copy secret" words />
      </div>
      <div className="stack-tight">
        <h3>Try it</h3>
        <CodeBlock label="curl command" code={curlLine(made, secret)} wrap />
      </div>
      <div className="form-actions">
        <Button variant="primary" onClick={onStored}>
          I have stored it
        </Button>
      </div>
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
