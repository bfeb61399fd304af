/** The search box of a list. It applies while typing, after a short pause. */
import { useEffect, useRef, useState } from 'react'
import { setQuery } from '../../../router.tsx'
import { classes } from '../../../ui/classes.ts'
import field from '../../../ui/forms/Field.module.css'
import { Icon } from '../../../ui/text/Icon.tsx'
import styles from './SearchField.module.css'

const pauseMs = 250

interface SearchFieldProps {
  label: string
  value: string
}

export function SearchField({ label, value }: SearchFieldProps) {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // Another value in the URL, as after "back"; not the one that was just typed.
    if (value === sent.current) return
    sent.current = value
    setDraft(value)
  }, [value])
  useEffect(() => {
    const text = draft.trim()
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      setQuery({ q: text || null }, { replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <div className={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        className={classes(field.control, styles.input)}
        value={draft}
        onChange={event => setDraft(event.target.value)}
      />
    </div>
  )
}
