/** A transaction's category and where it came from. Everyone except members can choose another one, which no rule overwrites. */
import { useState } from 'react'
import type { CategoryAssignment } from '../../../../src/contract/console/rules.ts'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import { messageOf } from '../../api/errors.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useMutation } from '../../api/useMutation.ts'
import { useWorkspace } from '../../session.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { toast } from '../../ui/actions/Toast.tsx'
import { classes } from '../../ui/classes.ts'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import layout from '../../ui/layout/layout.module.css'
import text from '../../ui/text/text.module.css'
import { RuleDialog } from '../rules/RuleDialog.tsx'
import { draftFrom } from '../rules/ruleText.ts'
import styles from './CategoryChoice.module.css'
import { CategoryName } from './CategoryName.tsx'
import type { TransactionNames } from './names.ts'

interface CategoryChoiceProps {
  row: Transaction
  categories: TransactionNames['categories']
  /** Called when the transaction has a new category. */
  onChanged: () => void
}

export function CategoryChoice({ row, categories, onChanged }: CategoryChoiceProps) {
  const { call, canEdit } = useWorkspace()
  const [makingRule, setMakingRule] = useState(false)
  const given = useLoad(row.id, signal =>
    call('getCategoryAssignment', 'GET', '/transaction-categories/{id}', { id: row.id, signal }),
  )
  const choose = useMutation(
    (categoryId: string | null) =>
      call('chooseCategory', 'PATCH', '/transaction-categories/{id}', { id: row.id, body: { categoryId } }),
    ({ category }) => {
      toast(category ? `Category changed to ${category.name}` : 'Category removed')
      given.reload()
      onChanged()
    },
  )
  const { category } = row
  const name = category && <CategoryName name={category.name} color={categories.colorOf(category.id)} />
  if (!canEdit || !given.data) {
    return (
      <div className={layout.stackTight}>
        {name ?? <span className={text.muted}>–</span>}
        {given.data && <span className={classes(text.muted, text.small)}>{sourceText(given.data)}</span>}
      </div>
    )
  }
  const { categoryId } = given.data
  const [, ...options] = categories.options
  return (
    <div className={styles.choice}>
      <SelectField
        label="Category"
        labelHidden
        options={[{ value: '', label: 'No category' }, ...options]}
        value={categoryId ?? ''}
        hint={sourceText(given.data)}
        error={choose.error ? messageOf(choose.error) : undefined}
        disabled={choose.pending}
        onChange={value => choose.run(value || null)}
      />
      <Button size="small" icon="filter" onClick={() => setMakingRule(true)}>
        Create a rule from this
      </Button>
      {makingRule && (
        <RuleDialog
          start={draftFrom(row, categoryId)}
          onDone={() => setMakingRule(false)}
          onClose={() => setMakingRule(false)}
        />
      )}
    </div>
  )
}

function sourceText({ source, by }: CategoryAssignment): string {
  if (source === 'rule') return by ? `Set by the rule “${by}”` : 'Set by a rule that was deleted'
  if (source === 'person') return `Chosen by ${by ?? 'someone'}; rules do not change it`
  return source === 'file' ? 'Imported from a file' : 'No rule applies'
}
