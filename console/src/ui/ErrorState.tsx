/** A part of a page that could not be loaded: the error, the request id to find it in the logs, and a retry. */
import { messageOf, requestIdOf } from '../api/errors.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Icon } from './Icon.tsx'

interface ErrorStateProps {
  error: unknown
  title?: string
  onRetry?: (() => void) | undefined
}

export function ErrorState({ error, title = 'This could not be loaded', onRetry }: ErrorStateProps) {
  const requestId = requestIdOf(error)
  return (
    <div className="empty" role="alert">
      <span className="empty-icon empty-icon-bad">
        <Icon name="warning" />
      </span>
      <p className="empty-title">{title}</p>
      <p className="empty-text">{messageOf(error)}</p>
      {requestId && (
        <p className="empty-text request-id">
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
