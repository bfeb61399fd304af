/** The button and dialog to set which differences between a payment and its bill are suggested. */
import { useState } from 'react'
import type { SettlementSettings } from '../../../../../src/contract/console/settlement.ts'
import { fieldErrors } from '../../../api/errors.ts'
import { useLoad } from '../../../api/useLoad.ts'
import { useMutation } from '../../../api/useMutation.ts'
import { typedAmount } from '../../../format/typedAmount.ts'
import { useWorkspace } from '../../../session.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { toast } from '../../../ui/actions/Toast.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ChangeForm } from '../../../ui/forms/ChangeForm.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

export function Tolerances({ onChanged }: { onChanged: () => void }) {
  const { canManage } = useWorkspace()
  const [open, setOpen] = useState(false)
  if (!canManage) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Tolerances…</Button>
      {open && <TolerancesDialog onChanged={onChanged} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  onChanged: () => void
  onClose: () => void
}

function TolerancesDialog({ onChanged, onClose }: DialogProps) {
  const { id, call } = useWorkspace()
  const { data, error, reload } = useLoad(id, signal =>
    call('getSettlementSettings', 'GET', '/settlement', { signal }),
  )
  return (
    <Dialog
      open
      title="Tolerances"
      description="A payment that differs from its bill by no more than this is suggested for it. Nothing is settled until someone confirms it."
      onClose={onClose}
    >
      {data ? (
        <TolerancesForm settings={data} onChanged={onChanged} onClose={onClose} />
      ) : error ? (
        <ErrorState error={error} title="The tolerances could not be loaded" onRetry={reload} />
      ) : (
        <div role="status" aria-label="Loading tolerances">
          <Skeleton />
        </div>
      )}
    </Dialog>
  )
}

const fields = ['toleranceAmount', 'tolerancePercent', 'chargeMax'] as const

const words: Record<(typeof fields)[number], { label: string; hint: string }> = {
  toleranceAmount: { label: 'Difference, amount', hint: "In the bill's currency, such as 0.05." },
  tolerancePercent: {
    label: 'Difference, percent of the total',
    hint: 'Such as 0.5. If an amount is set, too, a difference must be within both.',
  },
  chargeMax: {
    label: 'Bank charges',
    hint: 'A difference up to this amount may be bank charges. Charges in the bank statement count without it.',
  },
}

function TolerancesForm({ settings, onChanged, onClose }: DialogProps & { settings: SettlementSettings }) {
  const { call } = useWorkspace()
  const [values, setValues] = useState(
    () => Object.fromEntries(fields.map(name => [name, settings[name] ?? ''])) as Record<string, string>,
  )
  const save = useMutation(
    () => {
      const textOf = (name: (typeof fields)[number]) => values[name]?.trim() ?? ''
      const body = {
        toleranceAmount: typedAmount(textOf('toleranceAmount')) || null,
        tolerancePercent: textOf('tolerancePercent').replace(',', '.') || null,
        chargeMax: typedAmount(textOf('chargeMax')) || null,
      }
      return call('changeSettlementSettings', 'PATCH', '/settlement', { body })
    },
    () => {
      toast('Tolerances saved')
      onChanged()
      onClose()
    },
  )
  const errors = fieldErrors(save.error)
  return (
    <ChangeForm label="Tolerances" fields={[...fields]} change={save} submit="Save" onCancel={onClose}>
      {fields.map(name => (
        <TextField
          key={name}
          {...words[name]}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          placeholder="None"
          value={values[name] ?? ''}
          onChange={value => setValues(now => ({ ...now, [name]: value }))}
          error={errors[name]}
        />
      ))}
    </ChangeForm>
  )
}
