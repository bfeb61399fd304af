/** Switches the second factor on: the secret for the app, a code to confirm it, then the recovery codes. */
import { useState } from 'react'
import { consoleCall } from '../../api/client.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useSession } from '../../session.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Qr } from '../../ui/text/Qr.tsx'
import text from '../../ui/text/text.module.css'
import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import styles from './SetUpDialog.module.css'
import { useFactorKnown } from './useFactorKnown.ts'

export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const factorIs = useFactorKnown()
  const proposal = useLoad(null, signal =>
    consoleCall('proposeSecondFactor', 'POST', '/second-factor/proposal', { signal }),
  )
  const enable = useMutation(
    (body: { password: string; code: string; secret: string }) =>
      consoleCall('enableSecondFactor', 'POST', '/second-factor', { body }),
    ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      factorIs(true, recoveryCodes.length)
      toast('The second factor is on')
    },
  )
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />

  const { data, error } = proposal
  return (
    <Dialog
      // Redrawn once the secret is loaded, so that the first field gets the focus.
      key={data ? 'secret' : 'waiting'}
      open
      size="wide"
      title="Set up the second factor"
      closeOnBackdrop={false}
      onClose={onClose}
    >
      {data && (
        <>
          <Secret {...data} />
          <ProofForm
            label="Set up the second factor"
            submit="Switch on"
            codeLabel="Code from the app"
            codeHint="Six digits. They change every 30 seconds."
            codeWrong="That code is not valid. Try the next one, and check the clock of your device."
            pending={enable.pending}
            error={enable.error}
            onSubmit={proof => enable.run({ ...proof, secret: data.secret })}
            onCancel={onClose}
          />
        </>
      )}
      {!data && Boolean(error) && <ErrorState error={error} onRetry={proposal.reload} />}
      {!data && !error && <Skeleton shape="chart" />}
    </Dialog>
  )
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const { email } = useSession().me.user
  const grouped = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <div className={styles.secret}>
      <Qr text={uri} label="QR code with the secret, for an authenticator app" />
      <div className={layout.stack}>
        <p>
          Scan the code with your authenticator app, or enter the secret by hand for the account{' '}
          <strong>{email}</strong>.
        </p>
        <p className={styles.secretText}>
          <code>{grouped}</code>
          <CopyButton text={secret} label="Copy secret" />
        </p>
        <p className={classes(text.muted, text.small)}>
          Nothing is saved until you enter a code from the app.
        </p>
      </div>
    </div>
  )
}
