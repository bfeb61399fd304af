/** The list of keys with its filter, and the empty state before the first key. */
import type { ApiKey } from '../../../../src/contract/console/keys.ts'
import type { Loaded } from '../../api/useLoad.ts'
import { formatCount } from '../../format/money.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import layout from '../../ui/layout/layout.module.css'
import text from '../../ui/text/text.module.css'
import styles from './KeysCard.module.css'
import { type KeyActions, KeyTable } from './KeyTable.tsx'
import { countsByState, type KeyFilter, keyFilterOf } from './keyFacts.ts'
import steps from './steps.module.css'

interface KeysCardProps extends KeyActions {
  keys: Loaded<{ data: ApiKey[] }>
  filter: string | undefined
  onFilter: (filter: string | null) => void
  canManage: boolean
  onNew: () => void
}

const filterWords: Record<KeyFilter, string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
  all: 'All',
}
const filters = Object.keys(filterWords) as KeyFilter[]

export function KeysCard({ keys, filter, onFilter, canManage, onNew, ...actions }: KeysCardProps) {
  const { data, error, loading, reload } = keys
  if (!data) {
    return (
      <Card flush>
        {error ? (
          <ErrorState error={error} title="The keys could not be loaded" onRetry={reload} />
        ) : (
          <SkeletonTable rows={5} columns={6} label="Loading keys" />
        )}
      </Card>
    )
  }
  const all = data.data
  if (all.length === 0) {
    return (
      <Card flush>
        <FirstKey canManage={canManage} onNew={onNew} />
      </Card>
    )
  }
  const chosen = keyFilterOf(filter)
  const counts = countsByState(all)
  const shown = chosen === 'all' ? all : all.filter(({ state }) => state === chosen)
  return (
    <div className={layout.stack}>
      <div className={styles.filter}>
        <Segmented
          label="Show keys"
          options={filters.map(value => ({
            value,
            label: (
              <>
                {filterWords[value]}{' '}
                <span className={classes(styles.count, text.num)}>{formatCount(counts[value])}</span>
              </>
            ),
          }))}
          value={chosen}
          onChange={value => onFilter(value === 'active' ? null : value)}
        />
      </div>
      <Card flush>
        {shown.length > 0 ? (
          <KeyTable keys={all} shown={shown} canManage={canManage} busy={loading} {...actions} />
        ) : (
          <EmptyState
            icon="key"
            title={`No ${filterWords[chosen].toLowerCase()} keys`}
            action={<Button onClick={() => onFilter('all')}>Show all keys</Button>}
          />
        )}
      </Card>
    </div>
  )
}

function FirstKey({ canManage, onNew }: Pick<KeysCardProps, 'canManage' | 'onNew'>) {
  if (!canManage) {
    return (
      <EmptyState icon="key" title="No keys yet">
        Ask an owner or an admin of the workspace to create one.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="key"
      title="Your first key in under a minute"
      action={
        <Button variant="primary" icon="plus" onClick={onNew}>
          Create the first key
        </Button>
      }
    >
      <ol className={classes(steps.steps, steps.below)}>
        <li>Name the program that will use it. Read access to everything is already selected.</li>
        <li>Copy the secret. It is shown only once.</li>
        <li>Paste the curl command into a terminal to read your first transactions.</li>
      </ol>
    </EmptyState>
  )
}
