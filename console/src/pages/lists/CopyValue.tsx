import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import text from '../../ui/text/text.module.css'
import styles from './CopyValue.module.css'

interface CopyValueProps {
  text: string
  /** What is read, if not the text itself. */
  shown?: string
  label: string
}

/** An id or an IBAN with a copy button. */
export function CopyValue({ text: value, shown = value, label }: CopyValueProps) {
  return (
    <span className={styles.copy}>
      <span className={text.mono}>{shown}</span>
      <CopyButton text={value} label={`Copy ${label}`} />
    </span>
  )
}

/** Shown in groups of four, copied without the spaces. */
export const Iban = ({ iban }: { iban: string }) => (
  <CopyValue text={iban} shown={iban.replace(/(.{4})(?=.)/g, '$1 ')} label="IBAN" />
)
