/** Code, JSON and secrets, with a copy button. */
import { CopyButton } from '../actions/CopyButton.tsx'
import styles from './Code.module.css'

interface CodeBlockProps {
  code: string
  /** What it is; also for the copy button. */
  label: string
  /** Wraps long lines, such as a secret, instead of scrolling. */
  wrap?: boolean
}

export function CodeBlock({ code, label, wrap }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className={wrap ? styles.wrap : undefined} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={`Copy ${label}`} />
    </div>
  )
}
