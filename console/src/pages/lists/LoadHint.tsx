import { classes } from '../../ui/classes.ts'
import { CodeBlock } from '../../ui/code/Code.tsx'
import text from '../../ui/text/text.module.css'
import styles from './LoadHint.module.css'

export const loadCommand = 'npx florin load workspace.json'

/** How to load a whole workspace: with a command on the server. */
export const LoadHint = () => (
  <div className={styles.hint}>
    <CodeBlock label="command" code={loadCommand} />
    <p className={classes(text.muted, text.small)}>
      Run this command on the server. The <a href="/docs">API reference</a> describes the data you can read
      afterwards.
    </p>
  </div>
)
