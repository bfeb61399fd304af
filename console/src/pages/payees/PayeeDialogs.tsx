/** The dialogs to create, edit and delete a payee, one at a time. */
import type { Payee } from '../../../../src/contract/payees.ts'
import type { Option } from '../../ui/forms/SelectField.tsx'
import { DeletePayeeDialog } from './DeletePayeeDialog.tsx'
import { EditPayeeDialog } from './EditPayeeDialog.tsx'
import { NewPayeeDialog } from './NewPayeeDialog.tsx'

export type PayeeTask = { to: 'create' } | { to: 'change' | 'delete'; payee: Payee }

interface PayeeDialogsProps {
  task: PayeeTask | null
  companies: readonly Option[]
  companyId: string | undefined
  onDone: (gone: boolean) => void
  onOpenInstead: (payeeId: string) => void
  onClose: () => void
}

export function PayeeDialogs(props: PayeeDialogsProps) {
  const { task, companies, companyId, onDone, onOpenInstead, onClose } = props
  const change = { onDone: () => onDone(false), onOpenInstead, onClose }
  if (task === null) return null
  if (task.to === 'create') return <NewPayeeDialog companies={companies} companyId={companyId} {...change} />
  if (task.to === 'change') return <EditPayeeDialog payee={task.payee} {...change} />
  return <DeletePayeeDialog payee={task.payee} onDone={() => onDone(true)} onClose={onClose} />
}
