import { ButtonLink } from '../ui/actions/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        title="There is no page at this address"
        action={
          <ButtonLink to="/" variant="primary">
            Go to the overview
          </ButtonLink>
        }
      >
        It may have moved, or your role in this workspace does not give you access to it.
      </EmptyState>
    </>
  )
}
