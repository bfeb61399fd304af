/** A category that can be changed in the list. The key C on a row opens it as well. */
import { useRef, useState } from 'react'
import type { Transaction } from '../../../../src/contract/transactions.ts'
import text from '../../ui/text/text.module.css'
import styles from '../lists/work/work.module.css'
import { CategoryName } from './CategoryName.tsx'
import type { TransactionNames } from './names.ts'
import { titleOf } from './text.ts'

interface CategoryCellProps {
  row: Transaction
  categories: TransactionNames['categories']
  canEdit: boolean
  onChoose: (row: Transaction, categoryId: string | null) => void
}

/** Found by the key C of a row. */
export const categoryButton = 'data-category'

export function CategoryCell({ row, categories, canEdit, onChoose }: CategoryCellProps) {
  const [editing, setEditing] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const byPointer = useRef(false)
  const { category } = row
  const name = category ? (
    <CategoryName name={category.name} color={categories.colorOf(category.id)} />
  ) : (
    <span className={text.muted}>{canEdit ? 'Choose…' : '–'}</span>
  )
  if (!canEdit) return name
  if (!editing) {
    return (
      <button
        type="button"
        className={styles.category}
        {...{ [categoryButton]: '' }}
        // One tab stop per row: C opens it from there.
        tabIndex={-1}
        aria-label={`Category of ${titleOf(row)}: ${category?.name ?? 'Choose…'}`}
        onClick={event => {
          byPointer.current = event.detail > 0
          setEditing(true)
        }}
      >
        {name}
      </button>
    )
  }
  const leave = () => {
    const opener = select.current?.closest('tr')?.querySelector<HTMLElement>('[data-opens]')
    setEditing(false)
    opener?.focus()
  }
  const [, ...options] = categories.options
  return (
    <select
      ref={select}
      // biome-ignore lint/a11y/noAutofocus: it replaces the button that was just pressed
      autoFocus
      className={styles.categorySelect}
      aria-label={`Category of ${titleOf(row)}`}
      defaultValue={category?.id ?? ''}
      onBlur={() => setEditing(false)}
      onPointerDown={() => {
        byPointer.current = true
      }}
      onKeyDown={event => {
        byPointer.current = false
        if (event.key === 'Escape') leave()
        if (event.key !== 'Enter') return
        event.preventDefault()
        const chosen = event.currentTarget.value || null
        leave()
        if (chosen !== (category?.id ?? null)) onChoose(row, chosen)
      }}
      onChange={event => {
        // Arrow keys change the value too; they settle it with Enter.
        if (!byPointer.current) return
        const chosen = event.currentTarget.value || null
        leave()
        onChoose(row, chosen)
      }}
    >
      <option value="">No category</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
