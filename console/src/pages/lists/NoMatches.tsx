import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'

interface NoMatchesProps {
  /** What one row is. */
  one: string
  onClear: () => void
  children: ReactNode
}

/** In place of a list whose filters leave no row. */
export const NoMatches = ({ one, onClear, children }: NoMatchesProps) => (
  <EmptyState title={`No matching ${one}s`} action={<Button onClick={onClear}>Clear filters</Button>}>
    {children}
  </EmptyState>
)
