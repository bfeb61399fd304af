/** The number of suggested matches, and the list to go through them. Shows nothing if there are none. */
import { useRef } from 'react'
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
  /** Changes when something was decided elsewhere on the page. */
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
  const list = useRef<HTMLDivElement>(null)
  const decided = () => {
    // The pressed button disappears, and must not take the focus with it.
    list.current?.focus()
    onDecided()
  }
  if (!rows?.length) return null
  const count = `${formatCount(rows.length)}${hasMore ? ' and more' : ''}`
  return (
    <Card
      title="To review"
      description="Payments that probably settle bills. Nothing is settled until someone confirms it."
      actions={
        <>
          <Badge tone="warning">{count}</Badge>
          <Button
            size="small"
            aria-expanded={open}
            onClick={() => setQuery({ decide: open ? null : 'open' }, { replace: true })}
          >
            {open ? 'Hide' : 'Review'}
          </Button>
        </>
      }
    >
      {open ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div
          className={styles.suggestions}
          ref={list}
          role="group"
          aria-label="Suggested matches"
          tabIndex={-1}
        >
          {rows.map(suggestion => (
            <SuggestionItem key={suggestion.id} suggestion={suggestion} onDecided={decided} />
          ))}
          {hasMore && <LoadMore count={rows.length} {...pages} />}
        </div>
      ) : null}
    </Card>
  )
}
