import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

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
