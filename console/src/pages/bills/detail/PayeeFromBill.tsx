/** Saves the supplier of a bill as a payee, with its name, IBAN and reference filled in. */
import { useState } from 'react'
import type { Bill } from '../../../../../src/contract/bills.ts'
import { hrefTo, navigate } from '../../../router.tsx'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { useCompanies } from '../../lists/useCompanies.ts'
import { NewPayeeDialog } from '../../payees/NewPayeeDialog.tsx'

export function PayeeFromBill({ bill }: { bill: Bill }) {
  const { canEdit } = useWorkspace()
  const companies = useCompanies()
  const [open, setOpen] = useState(false)
  const { supplierIban, supplierName, companyId } = bill
  if (!canEdit || supplierIban === null) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" icon="payee" onClick={() => setOpen(true)}>
        Save as payee…
      </Button>
      {open && (
        <NewPayeeDialog
          companies={companies.options}
          companyId={companyId}
          given={{ name: [...(supplierName ?? '')].slice(0, 70).join(''), iban: supplierIban }}
          onDone={close}
          onOpenInstead={payeeId => navigate(hrefTo(`/payees?payee=${encodeURIComponent(payeeId)}`))}
          onClose={close}
        />
      )}
    </>
  )
}
