/** The checks of values that the document states twice, and the parts that could not be read. */
import type { BillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import { classes } from '../../../ui/classes.ts'
import layout from '../../../ui/layout/layout.module.css'
import { Badge } from '../../../ui/text/Badge.tsx'
import text from '../../../ui/text/text.module.css'
import styles from './Checks.module.css'
import { PathText } from './PathText.tsx'
import { checkWords, sentence } from './words.ts'

export function Checks({ checks }: Pick<BillDetails, 'checks'>) {
  if (checks.length === 0) return null
  return (
    <div className={layout.stackTight}>
      <h4>Checks</h4>
      <ul className={styles.checks}>
        {checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <span className={layout.row}>
              <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'Passed' : 'Failed'}</Badge>
              <span className={text.strong}>{checkWords(name)}</span>
            </span>
            <span className={classes(text.muted, text.small)}>{sentence(detail)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Problems({ problems }: Pick<BillDetails, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <div className={layout.stackTight}>
      <h4>Problems</h4>
      <ul className={styles.checks}>
        {problems.map(({ line, at, reason, severity }) => (
          <li key={`${line} ${at} ${reason}`}>
            <span className={layout.row}>
              <Badge tone={severity === 'error' ? 'bad' : 'neutral'}>
                {severity === 'error' ? 'Skipped' : 'Note'}
              </Badge>
              {line !== null && <span className={classes(text.muted, text.small)}>Line {line}</span>}
            </span>
            <span>{sentence(reason)}</span>
            <PathText path={at} />
          </li>
        ))}
      </ul>
    </div>
  )
}
