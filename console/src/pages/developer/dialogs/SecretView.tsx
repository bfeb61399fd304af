/**
 * The secret of a new key, this once. It is in the memory of the page only, for as long as this is drawn: no address,
 * no storage and no log ever has it.
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
  // The dialog was there before the secret was: the focus has to be brought to it.
  useEffect(() => field.current?.select(), [])
  return (
    <div className={layout.stack}>
      <Notice tone="warning" live title="Store it now: it is shown this once">
        Nobody can read it again, Florin included. Put it where your program takes its secrets from, never
        into code or chat.
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

/** One line, ready to paste. Neither a secret nor an address has a quote in it. */
const curlLine = (made: ApiKey, secret: string): string =>
  `curl -H 'Authorization: Bearer ${secret}' '${location.origin}/v1${firstCall(made)}'`

/** A call that the key may make; the last one needs no scope. */
function firstCall({ scopes }: ApiKey): string {
  if (scopes.includes('transactions:read')) return '/transactions?limit=3'
  const readable = scopes.find(scope => scope.endsWith(':read'))
  return readable ? `/${readable.split(':', 1)[0]}` : '/workspace'
}
