/** What can be done with the selected transactions. */
import { useState } from 'react'
import { undoneStatuses } from '../../../../src/contract/console/listWords.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { messageOf } from '../../api/errors.ts'
import { useMutation } from '../../api/useMutation.ts'
import { sumOf } from '../../format/decimal.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import text from '../../ui/text/text.module.css'
import type { Selection } from '../lists/work/useSelection.ts'
import styles from '../lists/work/work.module.css'
import type { TransactionNames } from './names.ts'

interface BulkBarProps {
  rows: readonly Transaction[] | undefined
  selection: Selection
  categories: TransactionNames['categories']
  /** The transactions that have changed, as they are now. */
  onChanged: (rows: readonly Transaction[]) => void
  /** Others have changed some of them too. */
  onStale: () => void
}

export function BulkBar({ rows, selection, categories, onChanged, onStale }: BulkBarProps) {
  const { call } = useWorkspace()
  const [categoryId, setCategoryId] = useState('')
  const selected = rows?.filter(({ id }) => selection.ids.has(id)) ?? []
  const undo = useMutation(
    (run: Run) => call('undoCategorise', 'DELETE', '/category-runs/{id}', { id: run.id }),
    ({ changed }, { before, changed: expected }) => {
      toast(`Undone: ${countText(changed)} changed back`)
      if (changed === expected) onChanged(before)
      else onStale()
    },
  )
  const apply = useMutation(
    (before: readonly Transaction[], chosen: string | null) =>
      call('categorise', 'POST', '/category-runs', {
        body: { ids: before.map(({ id }) => id), categoryId: chosen },
      }),
    ({ id, changed }, before, chosen) => {
      const category = chosen === null ? null : categories.assigned(chosen)
      toast(`${countText(changed)} changed to ${category?.name ?? 'no category'}`, 'good', {
        label: 'Undo',
        run: () => undo.run({ id, changed, before }),
      })
      selection.clear()
      onChanged(before.map(row => ({ ...row, category })))
    },
  )
  const [, ...options] = categories.options
  const choices = [
    { value: '', label: 'Choose a category' },
    { value: 'none', label: 'No category' },
    ...options,
  ]
  if (selected.length === 0) return null
  return (
    <section className={styles.bulk} aria-label="Selected transactions">
      <span role="status">
        {formatCount(selected.length)} selected
        {netOf(selected).map(({ currency, net }) => (
          <span key={currency} className={text.num}>
            {' · '}
            {formatMoney(net, currency)}
          </span>
        ))}
      </span>
      <SelectField
        label="Category for all selected"
        labelHidden
        options={choices}
        value={categoryId}
        onChange={setCategoryId}
        error={apply.error ? messageOf(apply.error) : undefined}
      />
      <Button
        variant="primary"
        pending={apply.pending}
        disabled={categoryId === ''}
        onClick={() => apply.run(selected, categoryId === 'none' ? null : categoryId)}
      >
        Set category
      </Button>
      <Button variant="ghost" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}

/** By currency, money out as negative. As in the totals, what moved no money in the end does not count. */
function netOf(rows: readonly Transaction[]): { currency: string; net: string }[] {
  const undone: readonly string[] = undoneStatuses
  const counted = rows.filter(({ status, side }) => side !== null && !undone.includes(status))
  return [...new Set(counted.map(({ currency }) => currency))].sort().map(currency => ({
    currency,
    net: sumOf(
      counted
        .filter(row => row.currency === currency)
        .map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount)),
    ),
  }))
}

interface Run {
  id: string
  changed: number
  before: readonly Transaction[]
}

const countText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'transaction' : 'transactions'}`
