/** The requests of all keys, and the busiest keys. */
import type { ApiKey } from '../../../../src/contract/console/keys.ts'
import type { Usage } from '../../../../src/contract/console/usage.ts'
import type { Loaded } from '../../api/useLoad.ts'
import { formatDay } from '../../format/date.ts'
import { formatCount } from '../../format/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { startOf } from './keyFacts.ts'
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
    <div className="usage-grid">
      <UsageChart title="Requests of all keys, by day" usage={usage} />
      <section className="stack-tight" aria-labelledby="busiest-keys">
        <h3 id="busiest-keys">Busiest keys</h3>
        <ol className="busiest">
          {busiest(usage.requests, busiestMax).map(({ keyId, total, failed }) => {
            const key = keys.find(({ id }) => id === keyId)
            return (
              <li key={keyId}>
                <span className="cell-lines">
                  {key ? (
                    <button type="button" className="text-button truncate" onClick={() => onOpen(key)}>
                      {key.name}
                    </button>
                  ) : (
                    <span>Unknown key</span>
                  )}
                  <span className="mono">{key ? startOf(key) : keyId}</span>
                </span>
                <span className="cell-lines cell-end">
                  <span className="num">{formatCount(total)}</span>
                  <span className="num">{failed > 0 && `${formatCount(failed)} with errors`}</span>
                </span>
              </li>
            )
          })}
        </ol>
      </section>
    </div>
  )
}
