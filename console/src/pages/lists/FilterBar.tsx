/** The filters above a list, and the active ones as chips below them. */
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import layout from '../../ui/layout/layout.module.css'
import { Icon } from '../../ui/text/Icon.tsx'
import text from '../../ui/text/text.module.css'
import styles from './FilterBar.module.css'

export interface ActiveFilter<Name extends string = string> {
  name: Name
  label: string
  value: string
}

interface FilterBarProps<Name extends string> {
  active: readonly ActiveFilter<Name>[]
  onRemove: (name: Name) => void
  onClear: () => void
  /** In the same line as the button that opens the filters. */
  before?: ReactNode
  after?: ReactNode
  /** Something is wrong with a filter, which must not be hidden. */
  hasError?: boolean
  children: ReactNode
}

export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { active, onRemove, onClear, before, after, hasError = false, children } = props
  const bar = useRef<HTMLElement>(null)
  const [opened, setOpen] = useState(false)
  const open = opened || hasError
  const panel = useId()
  // The pressed chip disappears, and must not take the focus with it.
  const stay = (change: () => void) => () => {
    change()
    bar.current?.focus()
  }
  return (
    <section className={styles.bar} aria-label="Filters" ref={bar} tabIndex={-1}>
      <div className={styles.line}>
        {before}
        <Button
          icon="filter"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          {active.length > 0 ? `Filters (${active.length})` : 'Filters'}
        </Button>
        {after}
      </div>
      {open && (
        <div className={styles.filters} id={panel}>
          {children}
        </div>
      )}
      {active.length > 0 && (
        <div className={layout.row}>
          {active.map(({ name, label, value }) => (
            <button
              key={name}
              type="button"
              className={styles.chip}
              aria-label={`Remove filter ${label}: ${value}`}
              onClick={stay(() => onRemove(name))}
            >
              <span className={text.truncate}>
                {label}: <b>{value}</b>
              </span>
              <Icon name="close" />
            </button>
          ))}
          <Button variant="ghost" size="small" onClick={stay(onClear)}>
            Clear filters
          </Button>
        </div>
      )}
    </section>
  )
}
