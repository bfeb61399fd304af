import { Fragment } from 'react'

/** A path in a document. It is long, so it wraps between its steps and not within one. */
export function PathText({ path }: { path: string }) {
  const steps = path.split(/(?=\/)/)
  return (
    <code>
      {steps.map((step, index) => (
        <Fragment key={steps.slice(0, index + 1).join('')}>
          {index > 0 && <wbr />}
          {step}
        </Fragment>
      ))}
    </code>
  )
}
