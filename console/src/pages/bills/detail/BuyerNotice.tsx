import type { ShownBillDetails } from '../../../../../src/contract/console/bills/billDetails.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'

/** Warns if the invoice is addressed to someone else. */
export function BuyerNotice({ details: { buyerIsKnown, content }, company }: BuyerNoticeProps) {
  if (buyerIsKnown !== false) return null
  const name = content?.buyer.name ?? content?.buyer.vatNumber
  return (
    <Notice tone="warning" title="Check who this invoice is for">
      <p>
        It is addressed to {name}, which is none of your companies. It was filed under {company}.
      </p>
    </Notice>
  )
}

interface BuyerNoticeProps {
  details: ShownBillDetails
  company: string
}
