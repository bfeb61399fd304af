/** The values of a bill, without those that it does not have. */
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { InvoiceContent } from '../../../../../src/contract/console/bills/content.ts'
import type { BillWork } from '../../../../../src/contract/console/bills/work.ts'
import { Link } from '../../../router.tsx'
import layout from '../../../ui/layout/layout.module.css'
import { Details } from '../../../ui/overlays/Drawer.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { Money } from '../../../ui/text/Money.tsx'
import { Day, Instant } from '../../../ui/text/Time.tsx'
import { CopyValue, Iban } from '../../lists/CopyValue.tsx'
import type { Field } from '../document/words.ts'
import { DueBadge, isToPay } from '../due.tsx'

interface BillValuesProps {
  bill: Bill
  company: string
  content: InvoiceContent | null
  work: BillWork | undefined
}

export function BillValues({ bill, company, content, work }: BillValuesProps) {
  const { dueDate, paymentReference, matchedTransactionId: matched, currency } = bill
  const typed = (name: Field) => work?.typed[name] && <Badge>Typed</Badge>
  const items = [
    { label: 'Company', value: company },
    { label: 'Addressed to', value: content?.buyer.name },
    { label: 'Invoice number', value: bill.invoiceNumber, name: 'invoiceNumber' as const },
    {
      label: 'Invoice date',
      value: bill.invoiceDate && <Day value={bill.invoiceDate} />,
      name: 'invoiceDate' as const,
    },
    {
      label: 'Due',
      name: 'dueDate' as const,
      value: dueDate && (
        <>
          <Day value={dueDate} />
          {isToPay(bill) && <DueBadge day={dueDate} />}
        </>
      ),
    },
    { label: 'Net', value: content?.net && <Money amount={content.net} currency={currency} /> },
    {
      label: 'VAT',
      name: 'vatAmount' as const,
      value: bill.vatAmount && <Money amount={bill.vatAmount} currency={currency} />,
    },
    {
      label: 'Total',
      name: 'totalAmount' as const,
      value: bill.totalAmount && <Money amount={bill.totalAmount} currency={currency} />,
    },
    { label: 'Lines', value: content && content.lineCount > 0 && String(content.lineCount) },
    {
      label: 'Pay to',
      name: 'supplierIban' as const,
      value: bill.supplierIban && <Iban iban={bill.supplierIban} />,
    },
    {
      label: 'Reference',
      name: 'paymentReference' as const,
      value: paymentReference && <CopyValue text={paymentReference} label="payment reference" />,
    },
    { label: 'Scheduled for', value: work?.scheduledFor && <Day value={work.scheduledFor} /> },
    {
      label: 'Settled by',
      value: matched && (
        <Link to={`/transactions?transaction=${encodeURIComponent(matched)}`}>Matched transaction</Link>
      ),
    },
    { label: 'Paid', value: bill.paidAt && <Instant value={bill.paidAt} /> },
    { label: 'Received', value: <Instant value={bill.createdAt} /> },
    { label: 'Last updated', value: <Instant value={bill.updatedAt} /> },
    { label: 'ID', value: <CopyValue text={bill.id} label="ID" /> },
  ]
  return (
    <Details
      items={items
        .filter(({ value }) => value)
        .map(({ label, value, name }) => ({
          label,
          value: (
            <span className={layout.row}>
              {value}
              {name && typed(name)}
            </span>
          ),
        }))}
    />
  )
}
