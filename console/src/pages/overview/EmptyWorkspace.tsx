import { useWorkspace } from '../../session.tsx'
import { ButtonLink } from '../../ui/actions/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LoadHint } from '../lists/LoadHint.tsx'

/** Without a company there is nothing that files could belong to, so that a workspace file comes first. */
export function EmptyWorkspace({ hasCompany }: { hasCompany: boolean }) {
  const { canManage } = useWorkspace()
  return (
    <Card>
      {hasCompany && canManage ? (
        <EmptyState
          icon="overview"
          title="This workspace is ready for its data"
          action={
            <ButtonLink to="/imports" variant="primary" icon="upload">
              Import files
            </ButtonLink>
          }
        >
          Import bank statements and e-invoices, and accounts, transactions and bills appear here at once.
        </EmptyState>
      ) : (
        <EmptyState icon="overview" title="This workspace is ready for its data" action={<LoadHint />}>
          Load a workspace file, and its companies, accounts, transactions and bills appear here at once. Bank
          statements and e-invoices are imported into companies that are there.
        </EmptyState>
      )}
    </Card>
  )
}
