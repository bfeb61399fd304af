import { CopyButton } from '../../ui/CopyButton.tsx'

/** An id or an IBAN with a copy button. */
export function CopyValue({ text, shown = text, label }: { text: string; shown?: string; label: string }) {
  return (
    <span className="copy-value">
      <span className="mono">{shown}</span>
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  )
}

/** Shown in groups of four, copied without the spaces. */
export const Iban = ({ iban }: { iban: string }) => (
  <CopyValue text={iban} shown={iban.replace(/(.{4})(?=.)/g, '$1 ')} label="IBAN" />
)
