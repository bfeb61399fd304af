/** A change that a person asks for: one at a time, with its state for the button and its error for the form. */
import { useEffect, useRef, useState } from 'react'

export interface Mutation<Input extends unknown[]> {
  /** Never throws and returns nothing: `onDone` says what happens next. */
  run: (...input: Input) => void
  pending: boolean
  error: unknown
  reset: () => void
}

export function useMutation<Input extends unknown[], Result>(
  change: (...input: Input) => Promise<Result>,
  onDone?: (result: Result, ...input: Input) => void,
): Mutation<Input> {
  const [state, setState] = useState<{ pending: boolean; error: unknown }>(idle)
  const pending = useRef(false)
  const done = useRef(onDone)
  // The page may have been redrawn while the change was under way.
  useEffect(() => {
    done.current = onDone
  })

  const run = (...input: Input) => {
    // A second click before the button is drawn as pending must not send twice.
    if (pending.current) return
    pending.current = true
    setState({ pending: true, error: null })
    change(...input).then(
      result => {
        pending.current = false
        setState(idle)
        done.current?.(result, ...input)
      },
      (error: unknown) => {
        pending.current = false
        setState({ pending: false, error })
      },
    )
  }
  return { ...state, run, reset: () => setState(idle) }
}

const idle = { pending: false, error: null }
