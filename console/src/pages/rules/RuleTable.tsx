/** The rules in order. Members see no buttons. */
import type { Rule } from '../../../../src/contract/console/rules.ts'
import { useWorkspace } from '../../session.tsx'
import { IconButton } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/classes.ts'
import table from '../../ui/tables/Table.module.css'
import { type Column, Table } from '../../ui/tables/Table.tsx'
import text from '../../ui/text/text.module.css'
import { CategoryName } from '../transactions/CategoryName.tsx'
import styles from './RuleTable.module.css'
import { sentenceOf } from './ruleText.ts'
import type { RuleNames } from './useRuleNames.ts'

interface RuleTableProps {
  rules: readonly Rule[]
  names: RuleNames
  busy: boolean
  onMove: (rule: Rule, position: number) => void
  onEdit: (rule: Rule) => void
  onDelete: (rule: Rule) => void
}

export function RuleTable({ rules, names, busy, onMove, onEdit, onDelete }: RuleTableProps) {
  const { canEdit } = useWorkspace()
  const { categories, companies } = names

  const columns: Column<Rule>[] = [
    {
      header: 'Rule',
      cell: rule => (
        <div className={table.lines}>
          <span className={text.strong}>
            <span className={classes(styles.place, text.num)}>{rule.position + 1}</span>
            {rule.name}
          </span>
          <span>{sentenceOf(rule, companies.nameOf(rule.companyId ?? ''))}</span>
        </div>
      ),
      wrap: true,
    },
    {
      header: 'Category',
      cell: ({ categoryId }) => (
        <CategoryName
          name={categories.nameOf(categoryId) ?? categoryId}
          color={categories.colorOf(categoryId)}
        />
      ),
    },
  ]
  if (canEdit) columns.push({ header: 'Actions', cell: actions, align: 'end', headerHidden: true })

  function actions(rule: Rule) {
    const { name, position } = rule
    return (
      <span className={table.rowActions}>
        <IconButton
          icon="up"
          size="small"
          label={`Move ${name} up`}
          disabled={position === 0}
          onClick={() => onMove(rule, position - 1)}
        />
        <IconButton
          icon="down"
          size="small"
          label={`Move ${name} down`}
          disabled={position === rules.length - 1}
          onClick={() => onMove(rule, position + 1)}
        />
        <IconButton icon="edit" size="small" label={`Edit ${name}`} onClick={() => onEdit(rule)} />
        <IconButton icon="trash" size="small" label={`Delete ${name}`} onClick={() => onDelete(rule)} />
      </span>
    )
  }

  return <Table caption="Rules" columns={columns} rows={rules} rowKey={({ id }) => id} busy={busy} />
}
