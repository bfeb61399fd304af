import { CopyButton } from '../../ui/actions/CopyButton.tsx'

/** An id or an IBAN, to be read and taken along. */
export function CopyValue({ text, shown = text, label }: { text: string; shown?: string; label: string }) {
  return (
    <span className="copy-value">
      <span className="mono">{shown}</span>
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  )
}

/** In groups of four, as printed; copied without the spaces. */
export const Iban = ({ iban }: { iban: string }) => (
  <CopyValue text={iban} shown={iban.replace(/(.{4})(?=.)/g, '$1 ')} label="IBAN" />
)
