/** The error that the company already has a payee with this IBAN, with a link to it. */
import { FlorinError } from '../../api/errors.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './TakenNotice.module.css'

/** The id of the existing payee, or null for any other error. */
export function takenBy(error: unknown): string | null {
  if (!(error instanceof FlorinError) || error.code !== 'CONFLICT') return null
  const { data } = error
  if (typeof data !== 'object' || data === null || !('payeeId' in data)) return null
  return typeof data.payeeId === 'string' ? data.payeeId : null
}

interface TakenNoticeProps {
  error: unknown
  onOpenInstead: (payeeId: string) => void
}

export function TakenNotice({ error, onOpenInstead }: TakenNoticeProps) {
  const payeeId = takenBy(error)
  return payeeId && <Taken key={payeeId} payeeId={payeeId} onOpen={() => onOpenInstead(payeeId)} />
}

function Taken({ payeeId, onOpen }: { payeeId: string; onOpen: () => void }) {
  const { data } = useWorkspace()
  const taken = useLoad(payeeId, signal => data.payees.get(payeeId, { signal }))
  // Announced once, with the name if it can be loaded.
  if (taken.loading) return null
  return (
    <Notice tone="warning" live>
      <div className={styles.taken}>
        <p>
          {taken.data ? <strong>{taken.data.name}</strong> : 'Another payee'} of this company already has this
          IBAN.
        </p>
        <Button size="small" onClick={onOpen}>
          Open the existing payee
        </Button>
      </div>
    </Notice>
  )
}
