import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadHint } from '../lists/LoadHint.tsx'

export const EmptyWorkspace = () => (
  <Card>
    <EmptyState icon="overview" title="This workspace is ready for its data" action={<LoadHint />}>
      Load a workspace file, and its companies, accounts, transactions and bills appear here at once.
    </EmptyState>
  </Card>
)
