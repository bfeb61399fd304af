import styles from './Iban.module.css'
import { groupedIban } from './ibanText.ts'

export const Iban = ({ value }: { value: string }) => (
  <span className={styles.iban}>{groupedIban(value)}</span>
)
