/** Placeholders for content that is loading, in its size, so that nothing jumps. */

/** Widths depend on the position and are not random: a redrawn skeleton must look the same. */
const widths = ['skeleton-w3', 'skeleton-w2', 'skeleton-w4', 'skeleton-w1', 'skeleton-w2']

export const Skeleton = ({ shape = 'text' }: { shape?: 'text' | 'title' | 'stat' | 'chart' | 'card' }) => (
  <span className={`skeleton skeleton-${shape}`} aria-hidden="true" />
)

interface SkeletonTableProps {
  rows?: number
  columns?: number
  label?: string
}

export function SkeletonTable({ rows = 8, columns = 5, label = 'Loading' }: SkeletonTableProps) {
  return (
    <div className="skeleton-table" role="status" aria-label={label}>
      {range(rows).map(row => (
        <div className="skeleton-row" key={row}>
          {range(columns).map(column => (
            <span
              key={column}
              className={`skeleton skeleton-text ${widths[(row + column * 2) % widths.length]}`}
              aria-hidden="true"
            />
          ))}
        </div>
      ))}
    </div>
  )
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index)
