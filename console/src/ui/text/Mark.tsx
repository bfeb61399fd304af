/** The florin: a coin with its sign. Decoration beside the name, hidden from screen readers. */
import styles from './Mark.module.css'

export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <circle className={styles.coin} cx="16" cy="16" r="15" />
      <circle className={styles.rim} cx="16" cy="16" r="11.5" />
      <path
        className={styles.sign}
        d="M20.6 9.4c-3.2-1-4.9.5-5.4 3.4l-1.5 7.6c-.5 2.7-1.9 3.6-4.2 2.8M11.4 15.3h7.8"
      />
    </svg>
  )
}

/** The mark and the name beside it. */
export const Brand = () => (
  <span className={styles.brand}>
    <Mark />
    Florin
  </span>
)
