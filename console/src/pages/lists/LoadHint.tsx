import { classes } from '../../ui/classes.ts'
import { CodeBlock } from '../../ui/code/Code.tsx'
import text from '../../ui/text/text.module.css'
import styles from './LoadHint.module.css'

export const loadCommand = 'npx florin load workspace.json'

/** How a whole workspace comes in: by a command on the machine of the service. */
export const LoadHint = () => (
  <div className={styles.hint}>
    <CodeBlock label="command" code={loadCommand} />
    <p className={classes(text.muted, text.small)}>
      Run it where Florin runs. The <a href="/docs">API reference</a> describes what can be read afterwards.
    </p>
  </div>
)
