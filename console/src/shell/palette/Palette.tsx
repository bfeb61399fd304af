/** Search over everything: pages, actions, saved views, companies, payees, transactions and bills. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { hrefTo, navigate } from '../../router.tsx'
import field from '../../ui/forms/Field.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Icon } from '../../ui/text/Icon.tsx'
import text from '../../ui/text/text.module.css'
import type { Entry } from './entries.ts'
import styles from './Palette.module.css'
import { useFound } from './useFound.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const shortcutText = isApple ? '⌘K' : 'Ctrl K'

/** In the navigation. The keys ⌘K and Ctrl-K do the same on every page. */
export const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <button type="button" className={styles.button} onClick={onOpen}>
    <Icon name="search" />
    Search
    <kbd className={styles.keys}>{shortcutText}</kbd>
  </button>
)

interface PaletteProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

export function Palette({ open, onOpen, onClose }: PaletteProps) {
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return
      event.preventDefault()
      onOpen()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [onOpen])
  return (
    <Dialog open={open} title="Search" className={styles.palette} onClose={onClose}>
      <Content onDone={onClose} />
    </Dialog>
  )
}

function Content({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const { entries, loading } = useFound(typed)
  const [place, setPlace] = useState(0)
  const id = useId()
  const chosen = Math.min(place, entries.length - 1)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector(`[data-place="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const go = (entry: Entry | undefined) => {
    if (!entry) return
    onDone()
    navigate(hrefTo(entry.to))
  }
  const keyed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setPlace((chosen + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      go(entries[chosen])
    }
  }
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <div className={styles.content}>
      <input
        type="search"
        role="combobox"
        className={field.control}
        placeholder="Pages, transactions, bills, payees…"
        aria-label="Search everything"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
        maxLength={200}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setPlace(0)
        }}
        onKeyDown={keyed}
      />
      <p className={text.visuallyHidden} role="status">
        {loading ? 'Searching' : `${entries.length} found`}
      </p>
      <div
        className={styles.list}
        ref={box}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        tabIndex={-1}
      >
        {groups.map(group => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={group} role="group" aria-label={group}>
            <p className={styles.group} aria-hidden="true">
              {group}
            </p>
            {entries.map((entry, index) =>
              entry.group !== group ? null : (
                // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are those of the combobox
                <div
                  key={entry.id}
                  id={`${id}-${index}`}
                  data-place={index}
                  role="option"
                  aria-selected={index === chosen}
                  className={styles.option}
                  onClick={() => go(entry)}
                  onMouseMove={() => setPlace(index)}
                >
                  <Icon name={entry.icon} />
                  <span className={text.truncate}>{entry.title}</span>
                  {entry.note && <span className={styles.note}>{entry.note}</span>}
                </div>
              ),
            )}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className={text.muted}>{loading ? 'Searching…' : 'Nothing found.'}</p>}
    </div>
  )
}
