import text from '../../ui/text/text.module.css'
import styles from './CategoryName.module.css'

const colorPattern = /^#[0-9a-f]{6}$/i

/** The name beside a dot in the category's colour. The colour is an SVG attribute, because the pages allow no inline styles. */
export function CategoryName({ name, color = '' }: { name: string; color?: string | undefined }) {
  return (
    <span className={styles.category}>
      <svg viewBox="0 0 8 8" aria-hidden="true">
        <circle cx="4" cy="4" r="4" fill={colorPattern.test(color) ? color : 'currentColor'} />
      </svg>
      <span className={text.truncate}>{name}</span>
    </span>
  )
}
