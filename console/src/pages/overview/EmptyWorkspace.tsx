import { useWorkspace } from '../../session.tsx'
import { ButtonLink } from '../../ui/actions/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { LoadHint } from '../lists/LoadHint.tsx'

/** Imported files belong to a company, so a workspace without one needs a workspace file first. */
export function EmptyWorkspace({ hasCompany }: { hasCompany: boolean }) {
  const { canEdit } = useWorkspace()
  return (
    <Card>
      {hasCompany && canEdit ? (
        <EmptyState
          icon="overview"
          title="This workspace has no data yet"
          action={
            <ButtonLink to="/imports" variant="primary" icon="upload">
              Import files
            </ButtonLink>
          }
        >
          Import bank statements and e-invoices to see accounts, transactions and bills here.
        </EmptyState>
      ) : (
        <EmptyState icon="overview" title="This workspace has no data yet" action={<LoadHint />}>
          Load a workspace file to see its companies, accounts, transactions and bills here. You can import
          bank statements and e-invoices once there is a company.
        </EmptyState>
      )}
    </Card>
  )
}
