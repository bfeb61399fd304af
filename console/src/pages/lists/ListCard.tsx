/** A list in each of its states: loading, failed, empty, or rows with more to load at the end. */
import type { ReactNode } from 'react'
import { hasCode, messageOf } from '../../api/errors.ts'
import { formatCount } from '../../format/money.ts'
import { setQuery } from '../../router.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LoadMore } from '../../ui/tables/LoadMore.tsx'
import text from '../../ui/text/text.module.css'
import styles from './ListCard.module.css'
import type { Endless } from './useEndless.ts'

interface ListCardProps<Row> {
  list: Omit<Endless<Row>, 'rows'> & { rows: readonly Row[] | undefined }
  /** For screen readers: "Loading transactions". */
  label: string
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

export function ListCard<Row>(props: ListCardProps<Row>) {
  return (
    <Card flush>
      <div className={styles.list}>
        <Content {...props} />
      </div>
    </Card>
  )
}

function Content<Row>({ list, label, empty, children }: ListCardProps<Row>) {
  const { rows, error, loading, reload, hasMore, end } = list
  // The rows of the previous filters would look like the result of the ones that failed.
  if (hasCode(error, 'TOO_MANY_TO_SORT')) return <TooManyToSort error={error} />
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (!rows || (rows.length === 0 && loading)) return <SkeletonTable rows={12} label={label} />
  if (rows.length === 0 && !hasMore) return empty
  return (
    <>
      {/* A page may be empty although rows follow: the next ones are loaded until there are some. */}
      {rows.length === 0 ? <SkeletonTable rows={12} label={label} /> : children(rows)}
      <div ref={end}>
        <LoadMore count={rows.length} {...list} />
      </div>
    </>
  )
}

/** Trying again would not help: only fewer rows or another order do. */
const TooManyToSort = ({ error }: { error: unknown }) => (
  <EmptyState
    icon="filter"
    title="Too many rows to sort"
    action={<Button onClick={() => setQuery({ sort: null })}>Show newest first</Button>}
  >
    {messageOf(error)}
  </EmptyState>
)

interface LoadedCountProps {
  list: Pick<Endless<unknown>, 'rows' | 'hasMore' | 'error'>
  /** What one row is. */
  one: string
}

/** How many rows are loaded, for the head of the page. */
export function LoadedCount({ list: { rows, hasMore, error }, one }: LoadedCountProps) {
  if (!rows || error) return null
  const count = `${formatCount(rows.length)} ${rows.length === 1 ? one : `${one}s`}`
  return <p className={classes(text.muted, text.small)}>{hasMore ? `${count} loaded, more below` : count}</p>
}
