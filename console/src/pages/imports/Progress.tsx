import type { Stage } from './importQueue.ts'
import { bytesText } from './words.ts'

const words = {
  sending: 'Uploading',
  reading: 'Preparing the preview',
  importing: 'Importing',
}

/** Screen readers announce the stage; only the bar shows the progress within it. */
export function Progress({ stage: { is, done, total } }: { stage: Extract<Stage, { total: number }> }) {
  return (
    <div className="import-progress">
      <progress aria-label={words[is]} {...(total > 0 && { value: done, max: total })} />
      <p className="row-spread">
        <span role="status">{words[is]}</span>
        {total > 0 && (
          <span className="num muted small">
            {bytesText(done)} of {bytesText(total)}
          </span>
        )}
      </p>
    </div>
  )
}
