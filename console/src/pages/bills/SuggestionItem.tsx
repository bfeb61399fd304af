/** A payment that may settle one or more bills: the reasons, and the buttons to decide. */
import type { SuggestedSettlement, Suggestion } from '../../../../src/contract/console/matching.ts'
import { messageOf } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { Link } from '../../router.tsx'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { classes } from '../../ui/classes.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import layout from '../../ui/layout/layout.module.css'
import table from '../../ui/tables/Table.module.css'
import { Money } from '../../ui/text/Money.tsx'
import { Day } from '../../ui/text/Time.tsx'
import text from '../../ui/text/text.module.css'
import { MatchReasons, ScoreBadge } from './MatchReasons.tsx'
import styles from './SuggestionItem.module.css'
import { applyWords, kindWords, paidText, partsText } from './settlement/settlementText.ts'
import { subtitleOf, supplierOf } from './text.ts'

interface SuggestionItemProps {
  suggestion: Suggestion
  /** Set in the drawer of a bill, which does not name that bill again. */
  billId?: string
  onDecided: () => void
}

export function SuggestionItem({ suggestion, billId, onDecided }: SuggestionItemProps) {
  const { score, reasons, bills } = suggestion
  const others = bills.filter(({ id }) => id !== billId)
  return (
    <article className={styles.suggestion}>
      <div className={layout.rowSpread}>
        <Payment of={suggestion} />
        <ScoreBadge score={score} />
      </div>
      {others.length > 0 && (
        <div className={layout.stackTight}>
          <p className={classes(text.muted, text.small)}>
            {billId === undefined ? 'May settle' : 'Together with'}
          </p>
          <ul className={styles.bills}>
            {others.map(bill => (
              <li key={bill.id}>
                <Link to={`/bills?bill=${encodeURIComponent(bill.id)}`}>{supplierOf(bill)}</Link>
                <span className={text.muted}>{subtitleOf(bill)}</span>
                <BillPart of={suggestion} billId={bill.id} />
                <Money amount={bill.totalAmount} currency={bill.currency} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {suggestion.settlement && <SettlementLine of={suggestion} settlement={suggestion.settlement} />}
      <details className={styles.why} open={billId !== undefined}>
        <summary>Why</summary>
        <MatchReasons reasons={reasons} />
      </details>
      <Decision of={suggestion} onDecided={onDecided} />
    </article>
  )
}

function Payment({ of: { transaction } }: { of: Suggestion }) {
  const { id, amount, currency, counterpartyName, merchantName, description, bookingDate } = transaction
  const paid = merchantName ?? counterpartyName ?? description ?? 'Payment'
  return (
    <div className={table.lines}>
      <span className={text.strong}>
        <Money amount={amount} currency={currency} /> to{' '}
        <Link to={`/transactions?transaction=${encodeURIComponent(id)}`}>{paid}</Link>
      </span>
      <span>{bookingDate === null ? 'Not booked yet' : <Day value={bookingDate} />}</span>
    </div>
  )
}

/** What the payment settles of one of several bills, if that is not all of it. */
function BillPart({ of: { settlement, transaction }, billId }: { of: Suggestion; billId: string }) {
  const part = settlement?.bills?.find(each => each.billId === billId)
  const words = part ? partsText(part, transaction.currency) : []
  return words.length > 0 ? <span className={text.muted}>{words.join(' · ')}</span> : null
}

function SettlementLine({ of, settlement }: { of: Suggestion; settlement: SuggestedSettlement }) {
  const { kind, amount, open } = settlement
  const { currency } = of.transaction
  const parts = [paidText(amount, open, currency), ...partsText(settlement, currency)]
  return (
    <p>
      <span className={text.strong}>{kindWords[kind]}.</span> {parts.join(' · ')}
    </p>
  )
}

function Decision({ of: { id, bills, settlement }, onDecided }: { of: Suggestion; onDecided: () => void }) {
  const { call, canEdit } = useWorkspace()
  const doneText = settlement?.kind === 'part' ? 'Part payment recorded' : settledText(bills.length)
  const decide = useMutation(
    (state: 'confirmed' | 'declined') =>
      call('decideSuggestion', 'PATCH', '/suggestions/{id}', { id, body: { state } }),
    (_, state) => {
      toast(state === 'confirmed' ? doneText : 'Declined. It will not be suggested again.')
      onDecided()
    },
  )
  if (!canEdit) return <p className={classes(text.muted, text.small)}>Members cannot decide.</p>
  return (
    <>
      <div className={layout.row}>
        <Button
          variant="primary"
          size="small"
          pending={decide.pending}
          onClick={() => decide.run('confirmed')}
        >
          {settlement ? applyWords[settlement.kind] : 'Confirm'}
        </Button>
        <Button size="small" pending={decide.pending} onClick={() => decide.run('declined')}>
          Decline
        </Button>
      </div>
      {decide.error !== null && (
        <Notice tone="danger" live>
          {messageOf(decide.error)}
        </Notice>
      )}
    </>
  )
}

const settledText = (bills: number): string => (bills === 1 ? 'Bill matched' : `${bills} bills matched`)
