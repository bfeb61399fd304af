import { formatCount } from '../format/money.ts'
import text from '../ui/text/text.module.css'
import { useCounting, useToDecide } from '../workspace/toDecide.ts'
import styles from './Nav.module.css'

/** How much needs a person, in the navigation. Shows nothing if nothing does. */
export function ToDecideCount() {
  useCounting()
  const total = useToDecide()?.total ?? 0
  if (total === 0) return null
  return (
    <span className={styles.count}>
      {formatCount(total)}
      <span className={text.visuallyHidden}> to decide</span>
    </span>
  )
}
