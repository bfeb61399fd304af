/** The requests of all keys, and the busiest keys. */
import type { ApiKey } from '../../../../../src/contract/console/keys.ts'
import type { Usage } from '../../../../../src/contract/console/usage.ts'
import type { Loaded } from '../../../api/useLoad.ts'
import { formatDay } from '../../../format/date.ts'
import { formatCount } from '../../../format/money.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import layout from '../../../ui/layout/layout.module.css'
import table from '../../../ui/tables/Table.module.css'
import text from '../../../ui/text/text.module.css'
import { startOf } from '../keyFacts.ts'
import styles from './UsageCard.module.css'
import { UsageChart } from './UsageChart.tsx'
import { busiest } from './usageFacts.ts'

interface UsageCardProps {
  usage: Loaded<Usage>
  keys: readonly ApiKey[]
  onOpen: (key: ApiKey) => void
}

export function UsageCard({ usage, keys, onOpen }: UsageCardProps) {
  const { data, error, loading, reload } = usage
  return (
    <Card
      title="Usage"
      description={
        data
          ? `Requests by all keys, ${formatDay(data.from)} to ${formatDay(data.to)}, UTC`
          : 'Requests by all keys in the last 30 days'
      }
      actions={
        <Button size="small" variant="ghost" icon="refresh" pending={loading && !!data} onClick={reload}>
          Refresh
        </Button>
      }
    >
      {data ? (
        <Counted usage={data} keys={keys} onOpen={onOpen} />
      ) : error ? (
        <ErrorState error={error} title="Usage could not be loaded" onRetry={reload} />
      ) : (
        <div role="status" aria-label="Loading usage">
          <Skeleton shape="chart" />
        </div>
      )}
    </Card>
  )
}

const busiestMax = 5

function Counted({ usage, keys, onOpen }: { usage: Usage } & Pick<UsageCardProps, 'keys' | 'onOpen'>) {
  if (usage.requests.length === 0) {
    return (
      <EmptyState icon="code" title="No requests in the last 30 days">
        Requests appear here a few seconds after they are made.
      </EmptyState>
    )
  }
  return (
    <div className={styles.grid}>
      <UsageChart title="Requests of all keys, by day" usage={usage} />
      <section className={layout.stackTight} aria-labelledby="busiest-keys">
        <h3 id="busiest-keys">Busiest keys</h3>
        <ol className={styles.busiest}>
          {busiest(usage.requests, busiestMax).map(({ keyId, total, failed }) => {
            const key = keys.find(({ id }) => id === keyId)
            return (
              <li key={keyId}>
                <span className={table.lines}>
                  {key ? (
                    <button
                      type="button"
                      className={classes(styles.textButton, text.truncate)}
                      onClick={() => onOpen(key)}
                    >
                      {key.name}
                    </button>
                  ) : (
                    <span>Unknown key</span>
                  )}
                  <span className={text.mono}>{key ? startOf(key) : keyId}</span>
                </span>
                <span className={classes(table.lines, styles.count)}>
                  <span className={text.num}>{formatCount(total)}</span>
                  <span className={text.num}>{failed > 0 && `${formatCount(failed)} with errors`}</span>
                </span>
              </li>
            )
          })}
        </ol>
      </section>
    </div>
  )
}
