import type { ToDecide } from '../../../../src/contract/console/bills/toDecide.ts'
import { formatCount } from '../../format/money.ts'
import { Link } from '../../router.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/text/Icon.tsx'
import text from '../../ui/text/text.module.css'
import styles from './DecideList.module.css'
import { entriesIn } from './entries.ts'

/** One line for each thing that needs a person, with a link to where it is decided. */
export function DecideList({ counts }: { counts: ToDecide }) {
  return (
    <ul className={styles.list}>
      {entriesIn(counts).map(({ name, icon, one, many, hint, to, count }) => (
        <li key={name}>
          <Icon name={icon} />
          <span>
            <Link to={to()} className={classes(styles.link, text.strong)}>
              {formatCount(count)} {count === 1 ? one : many}
            </Link>
            <span className={classes(text.muted, text.small)}>{hint}</span>
          </span>
          <Icon name="right" />
        </li>
      ))}
    </ul>
  )
}
