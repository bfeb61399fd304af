/**
 * A part of a page that could not be loaded: the error, the request id to find it in the logs, and a retry. If the
 * service could not be reached, it is asked again every few seconds.
 */
import { useEffect, useRef } from 'react'
import { isTemporary, messageOf, requestIdOf } from '../../api/errors.ts'
import { Button } from '../actions/Button.tsx'
import { CopyButton } from '../actions/CopyButton.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../text/Icon.tsx'
import empty from './EmptyState.module.css'
import styles from './ErrorState.module.css'

interface ErrorStateProps {
  error: unknown
  title?: string
  onRetry?: (() => void) | undefined
}

const pauseMs = 5_000

export function ErrorState({ error, title = 'This could not be loaded', onRetry }: ErrorStateProps) {
  useRetries(error, onRetry)
  const requestId = requestIdOf(error)
  return (
    <div className={empty.empty} role="alert">
      <span className={classes(empty.icon, empty.iconBad)}>
        <Icon name="warning" />
      </span>
      <p className={empty.title}>{title}</p>
      <p className={empty.text}>{messageOf(error)}</p>
      {requestId && (
        <p className={classes(empty.text, styles.requestId)}>
          Request <code>{requestId}</code> <CopyButton text={requestId} label="Copy request ID" />
        </p>
      )}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Once for each error, as a failed attempt gives another one. A hidden tab waits until it is seen. */
function useRetries(error: unknown, onRetry: (() => void) | undefined): void {
  const latest = useRef(onRetry)
  useEffect(() => {
    latest.current = onRetry
  })
  useEffect(() => {
    if (!isTemporary(error)) return
    const controller = new AbortController()
    const { signal } = controller
    const retry = () => latest.current?.()
    const timer = setTimeout(() => {
      if (document.hidden) document.addEventListener('visibilitychange', retry, { signal, once: true })
      else retry()
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [error])
}
