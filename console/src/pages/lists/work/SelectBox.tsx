import styles from './work.module.css'

interface SelectBoxProps {
  label: string
  checked: boolean
  onChange: (withRange: boolean) => void
}

/** A checkbox with room around it, so that a finger does not open the row instead. */
export const SelectBox = ({ label, checked, onChange }: SelectBoxProps) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      // The click knows about the Shift key, the change does not.
      onClick={event => onChange(event.shiftKey)}
      onChange={() => undefined}
    />
  </label>
)
