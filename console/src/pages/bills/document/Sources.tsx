/** Each value as the document has it, and where it was found. */
import type { Bill } from '../../../../../src/contract/bills.ts'
import type { BillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import { formatDay } from '../../../format/date.ts'
import { formatMoney } from '../../../format/money.ts'
import { classes } from '../../../ui/classes.ts'
import layout from '../../../ui/layout/layout.module.css'
import { Badge } from '../../../ui/text/Badge.tsx'
import text from '../../../ui/text/text.module.css'
import { PathText } from './PathText.tsx'
import styles from './Sources.module.css'
import { type Field, fields, fieldWords } from './words.ts'

/** As everywhere else in the console: the document's own way of writing is in the document. */
function shownValue(name: Field, value: string, currency: string | null): string {
  if (name === 'invoiceDate' || name === 'dueDate') return formatDay(value)
  const isMoney = name === 'totalAmount' || name === 'vatAmount'
  return isMoney && currency !== null ? formatMoney(value, currency) : value
}

export function Sources({ bill, details }: { bill: Bill; details: BillDetails }) {
  const { sources, format, profile } = details
  const found = fields.flatMap(name => {
    const source = sources[name]
    return source ? [{ name, ...source, isOld: bill[name] !== source.value }] : []
  })
  if (found.length === 0) return null
  return (
    <div className={layout.stackTight}>
      <h4>Values in the document</h4>
      <dl className={styles.sources}>
        {found.map(({ name, value, path, isOld }) => (
          <div key={name}>
            <dt>{fieldWords[name]}</dt>
            <dd>
              <span className={layout.row}>
                {shownValue(name, value, bill.currency)}
                {isOld && <Badge tone="warning">Changed since import</Badge>}
              </span>
              <PathText path={path} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes(text.muted, text.small, styles.format)}>
        {[format, profile].filter(Boolean).join(', ')}
      </p>
    </div>
  )
}
