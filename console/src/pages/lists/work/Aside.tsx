import { formatCount } from '../../../format/money.ts'
import { setQuery } from '../../../router.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import styles from './work.module.css'

interface AsideProps {
  count: number
  /** What the rows are: "transactions are not booked yet". */
  one: string
  many: string
  /** The parameter of the URL that shows them. */
  parameter: 'unbooked' | 'unread'
  shown: boolean
}

/** Rows that would fill the first screen are left out at first, and one press away. */
export function Aside({ count, one, many, parameter, shown }: AsideProps) {
  if (count === 0) return null
  return (
    <div className={styles.aside}>
      <span>
        {formatCount(count)} {count === 1 ? one : many}
      </span>
      <Button size="small" onClick={() => setQuery({ [parameter]: shown ? null : 'show' })}>
        {shown ? 'Hide' : 'Show'}
      </Button>
    </div>
  )
}
