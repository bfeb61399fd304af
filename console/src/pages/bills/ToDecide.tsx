/** How many matches wait for a decision, and a way through them. There is no such card where none does. */
import { usePages } from '../../api/usePages.ts'
import { formatCount } from '../../format/money.ts'
import { setQuery, useRoute } from '../../router.tsx'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LoadMore } from '../../ui/tables/LoadMore.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { SuggestionItem } from './SuggestionItem.tsx'
import styles from './ToDecide.module.css'

interface ToDecideProps {
  companyId: string | undefined
  /** Another value where something was decided elsewhere on the page. */
  turn: number
  onDecided: () => void
}

const suggestionsPerPage = 100

export function ToDecide({ companyId, turn, onDecided }: ToDecideProps) {
  const { id, call } = useWorkspace()
  const open = useRoute().query.get('decide') !== null
  const pages = usePages([id, companyId, turn], (cursor, signal) =>
    call('listSuggestions', 'GET', '/suggestions', {
      query: { companyId, state: 'open', limit: suggestionsPerPage, cursor },
      signal,
    }),
  )
  const { rows, hasMore } = pages
  if (!rows?.length) return null
  const count = `${formatCount(rows.length)}${hasMore ? ' and more' : ''}`
  return (
    <Card
      title="To decide"
      description="Payments that are likely to settle bills. Nothing is settled until somebody says so."
      actions={
        <>
          <Badge tone="warning">{count}</Badge>
          <Button
            size="small"
            aria-expanded={open}
            onClick={() => setQuery({ decide: open ? null : 'open' }, { replace: true })}
          >
            {open ? 'Hide them' : 'Go through them'}
          </Button>
        </>
      }
    >
      {open ? (
        <div className={styles.suggestions}>
          {rows.map(suggestion => (
            <SuggestionItem key={suggestion.id} suggestion={suggestion} onDecided={onDecided} />
          ))}
          {hasMore && <LoadMore count={rows.length} {...pages} />}
        </div>
      ) : null}
    </Card>
  )
}
