import type { Bill } from '../../../../src/contract/bills.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Drawer } from '../../ui/overlays/Drawer.tsx'
import type { useOpenRow } from '../lists/useOpenRow.ts'
import { BillDetail } from './detail/BillDetail.tsx'
import { supplierOf } from './text.ts'

interface BillDrawerProps {
  shown: ReturnType<typeof useOpenRow<Bill>>
  companyOf: (id: string) => string | undefined
  /** Called when something was done with the bill. */
  onChanged: () => void
}

export function BillDrawer({ shown, companyOf, onChanged }: BillDrawerProps) {
  const { id, row, error, reload, close } = shown
  return (
    <Drawer open={id !== null} wide title={row ? supplierOf(row) : 'Bill'} json={row} onClose={close}>
      {row ? (
        <BillDetail
          key={row.id}
          bill={row}
          company={companyOf(row.companyId) ?? 'a company'}
          onChanged={onChanged}
        />
      ) : error ? (
        <ErrorState error={error} title="This bill could not be loaded" onRetry={reload} />
      ) : (
        <SkeletonTable rows={10} columns={2} label="Loading bill" />
      )}
    </Drawer>
  )
}
