/** In the drawer of a bill: what was paid on it, what is open, and the cash discounts it offers. */
import { useId, useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { BillPayment, DiscountOffer } from '../../../../../src/contract/console/settlement.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { daysUntil } from '../../../format/date.ts'
import { formatCount } from '../../../format/money.ts'
import { Link } from '../../../router.tsx'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { classes } from '../../../ui/classes.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { ConfirmDialog } from '../../../ui/overlays/Dialog.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import { Day } from '../../../ui/text/Time.tsx'
import text from '../../../ui/text/text.module.css'
import { isToPay } from '../due.tsx'
import styles from './Payments.module.css'
import { isBookedWithLess, isPlain, openText, paidText, partsText, percentText } from './settlementText.ts'

interface PaymentsProps {
  bill: Bill
  /** Changes when something was recorded elsewhere on the page. */
  turn: number
  onChanged: () => void
}

/** Shows nothing for a bill that one payment settles, or that nothing was paid on. */
export function Payments({ bill, turn, onChanged }: PaymentsProps) {
  const { id, call } = useWorkspace()
  const title = useId()
  const { data, error, reload } = useLoad([id, bill.id, bill.updatedAt, turn], signal =>
    call('getBillDetails', 'GET', '/bill-details/{id}', { id: bill.id, signal }),
  )
  if (error && !data)
    return <ErrorState error={error} title="The payments could not be loaded" onRetry={reload} />
  if (!data || isPlain(data.settlement)) return null
  const { settlement } = data
  const { payments, offers, paid, open } = settlement
  const { totalAmount: total, currency } = bill
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <section className={classes(layout.stack, styles.payments)} aria-labelledby={title}>
      <h3 id={title}>Payments</h3>
      {payments.length > 0 && total !== null && (
        <p>
          <span className={text.strong}>{paidText(paid, total, currency)}</span>
          {[
            ...partsText(settlement, currency),
            ...(isOpen(open) ? [openText(open ?? '', currency)] : []),
          ].map(each => ` · ${each}`)}
        </p>
      )}
      {payments.length > 0 && (
        <ul className={styles.list}>
          {payments.map(payment => (
            <PaymentItem key={payment.transactionId} bill={bill} payment={payment} onRemoved={changed} />
          ))}
        </ul>
      )}
      {isToPay(bill) && offers.length > 0 && (
        <ul className={styles.list}>
          {offers.map(offer => (
            <OfferItem key={`${offer.path} ${offer.until} ${offer.discount}`} bill={bill} offer={offer} />
          ))}
        </ul>
      )}
    </section>
  )
}

const isOpen = (open: string | null): boolean => open !== null && /[1-9]/.test(open)

function PaymentItem({
  bill,
  payment,
  onRemoved,
}: {
  bill: Bill
  payment: BillPayment
  onRemoved: () => void
}) {
  const { call, canEdit } = useWorkspace()
  const [asking, setAsking] = useState(false)
  const { transactionId, amount, day } = payment
  const remove = useMutation(
    () => call('deletePayment', 'DELETE', '/bill-payments/{id}', { id: bill.id, query: { transactionId } }),
    () => {
      setAsking(false)
      toast('Payment removed')
      onRemoved()
    },
  )
  const notes = [
    ...partsText(payment, bill.currency),
    ...(isBookedWithLess(payment) ? ['the bank has booked less than that'] : []),
  ]
  return (
    <li className={layout.rowSpread}>
      <span>
        <Link to={`/transactions?transaction=${encodeURIComponent(transactionId)}`}>
          <Money amount={amount} currency={bill.currency} />
        </Link>{' '}
        <span className={text.muted}>
          {day === null ? 'not booked yet' : <Day value={day} />}
          {notes.map(note => ` · ${note}`)}
        </span>
      </span>
      {canEdit && (
        <Button size="small" onClick={() => setAsking(true)}>
          Remove…
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Remove this payment?"
        confirm="Remove payment"
        change={remove}
        onClose={() => setAsking(false)}
      >
        <p>
          The amount is open again on the bill, and this payment is not suggested for it again. The
          transaction itself does not change.
        </p>
      </ConfirmDialog>
    </li>
  )
}

function OfferItem({ bill, offer }: { bill: Bill; offer: DiscountOffer }) {
  const { percent, until, discount, toPay } = offer
  const { currency } = bill
  return (
    <li className={layout.rowSpread}>
      <span>
        Pay <Money amount={toPay} currency={currency} />
        {until && (
          <>
            {' '}
            by <Day value={until} />
          </>
        )}
        {': '}
        {percent !== null && `${percentText(percent)} `}cash discount of{' '}
        <Money amount={discount} currency={currency} />
      </span>
      {until && <OfferBadge days={daysUntil(until)} />}
    </li>
  )
}

function OfferBadge({ days }: { days: number }) {
  if (days < 0) return <Badge tone="neutral">Ended</Badge>
  const left = days === 0 ? 'Last day' : `${formatCount(days)} ${days === 1 ? 'day' : 'days'} left`
  return <Badge tone={days <= 3 ? 'warning' : 'good'}>{left}</Badge>
}
