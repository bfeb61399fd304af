/** What is wrong with a webhook, and what to do. Nothing if it works. */
import type { DisabledReason, Webhook, WebhookAttempt } from '../../../../src/contract/console/webhooks.ts'
import { messageOf } from '../../api/errors.ts'
import { formatRelative } from '../../format/date.ts'
import { formatCount } from '../../format/money.ts'
import { Notice, type NoticeTone } from '../../ui/feedback/Notice.tsx'
import { Instant } from '../../ui/text/Time.tsx'
import { failureText, healthOf } from './webhookFacts.ts'

interface StateNoticeProps {
  of: Webhook
  isOff: boolean
  /** Undefined until they are loaded. */
  attempts: readonly WebhookAttempt[] | undefined
  /** Why it could not be enabled or disabled. */
  error: unknown
}

export function StateNotice({ of, isOff, attempts, error }: StateNoticeProps) {
  if (error !== null && error !== undefined) {
    return (
      <Notice tone="danger" live>
        {messageOf(error)}
      </Notice>
    )
  }
  const health = healthOf(of, isOff)
  if (health === 'disabled') return <WhyDisabled of={of} />
  if (health === 'failing') return <WhyFailing of={of} attempts={attempts} />
  if (health !== 'off') return null
  return (
    <Notice tone="warning" title="Webhooks are off on this service">
      Changes are not lost: when webhooks are on again, this one continues where it stopped.
    </Notice>
  )
}

const disabledTexts: Record<DisabledReason, { tone: NoticeTone; title: string; text: string }> = {
  person: {
    tone: 'info',
    title: 'Someone disabled this webhook',
    text: 'Changes are not lost: once enabled, it continues where it stopped.',
  },
  gone: {
    tone: 'danger',
    title: 'Disabled: the receiver replied 410 Gone',
    text: 'That means that it wants no more messages. If this is wrong, check the URL and enable the webhook: it continues where it stopped.',
  },
  failing: {
    tone: 'danger',
    title: 'Disabled after five days of failures',
    text: 'Repair the receiver, send a test, then enable the webhook. Changes are not lost: it continues where it stopped.',
  },
  secret_changed: {
    tone: 'danger',
    title: 'Disabled: FLORIN_SECRET has changed',
    text: 'Florin can no longer sign with the secret that the receiver knows. Set the old FLORIN_SECRET again, or rotate the secret and give the new one to the receiver. Then enable the webhook.',
  },
}

function WhyDisabled({ of: { disabledReason, disabledAt } }: { of: Webhook }) {
  const { tone, title, text } = disabledTexts[disabledReason ?? 'person']
  return (
    <Notice tone={tone} title={title}>
      <p>{text}</p>
      {disabledAt !== null && (
        <p>
          Disabled <Instant value={disabledAt} relative />.
        </p>
      )}
    </Notice>
  )
}

/** After this much time without a delivery, Florin disables a webhook. */
const failingMsMax = 5 * 24 * 60 * 60 * 1000

function WhyFailing({ of, attempts }: Pick<StateNoticeProps, 'of' | 'attempts'>) {
  const { failingSince, failedAttempts, nextAttemptAt } = of
  const last = attempts?.find(({ type, delivered }) => type !== 'webhook.test' && !delivered)
  if (failingSince === null) return null
  const endsAt = new Date(Date.parse(failingSince) + failingMsMax).toISOString()
  const often = failedAttempts === 1 ? 'once' : `${formatCount(failedAttempts)} times`
  return (
    <Notice tone="danger" title={`Failing since ${formatRelative(failingSince)}`}>
      {last?.error && <p>{failureText(last.error, last.status)}</p>}
      <p>
        {failedAttempts > 0 && `The current message has failed ${often}. `}
        {nextAttemptAt !== null && (
          <>
            Next attempt <Instant value={nextAttemptAt} relative />.{' '}
          </>
        )}
        No change is lost. If it still fails on <Instant value={endsAt} />, Florin disables it.
      </p>
    </Notice>
  )
}
