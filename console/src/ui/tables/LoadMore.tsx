/** The end of a paged table: the number of rows, and a button to load more. */
import { messageOf } from '../../api/errors.ts'
import { formatCount } from '../../format/money.ts'
import { Button } from '../actions/Button.tsx'
import { Notice } from '../feedback/Notice.tsx'
import text from '../text/text.module.css'
import styles from './LoadMore.module.css'

interface LoadMoreProps {
  /** How many rows are shown. */
  count: number
  hasMore: boolean
  more: () => void
  loadingMore: boolean
  moreError: unknown
}

/** Takes the result of usePages: `<LoadMore count={pages.rows.length} {...pages} />` */
export function LoadMore({ count, hasMore, more, loadingMore, moreError }: LoadMoreProps) {
  return (
    <div className={styles.loadMore}>
      {moreError !== null && moreError !== undefined && (
        <Notice tone="danger" live>
          {messageOf(moreError)}
        </Notice>
      )}
      <p className={text.muted} role="status">
        {hasMore ? `${formatCount(count)} shown` : `All ${formatCount(count)} shown`}
      </p>
      {hasMore && (
        <Button pending={loadingMore} onClick={more}>
          Load more
        </Button>
      )}
    </div>
  )
}
