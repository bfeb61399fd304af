import { classes } from '../../../ui/classes.ts'
import progress from '../../../ui/feedback/progress.module.css'
import layout from '../../../ui/layout/layout.module.css'
import text from '../../../ui/text/text.module.css'
import { bytesText } from '../words.ts'
import type { Stage } from './importQueue.ts'

const words = {
  sending: 'Uploading',
  reading: 'Preparing the preview',
  importing: 'Importing',
}

/** Screen readers announce the stage; only the bar shows the progress within it. */
export function Progress({ stage: { is, done, total } }: { stage: Extract<Stage, { total: number }> }) {
  return (
    <div className={progress.progress}>
      <progress aria-label={words[is]} {...(total > 0 && { value: done, max: total })} />
      <p className={layout.rowSpread}>
        <span role="status">{words[is]}</span>
        {total > 0 && (
          <span className={classes(text.num, text.muted, text.small)}>
            {bytesText(done)} of {bytesText(total)}
          </span>
        )}
      </p>
    </div>
  )
}
