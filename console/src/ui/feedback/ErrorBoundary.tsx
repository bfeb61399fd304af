/** Keeps the shell when a page fails, or when its file is gone because the service was updated. */
import { Component, type ReactNode } from 'react'
import { FlorinConnectionError } from '../../api/errors.ts'
import { isUp } from '../../api/isUp.ts'
import { ErrorState } from './ErrorState.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** While the service is away, a reload would leave people with the browser's own error page. */
  readonly #retry = async (): Promise<void> => {
    if (await isUp()) location.reload()
    else this.setState({ error: new FlorinConnectionError('The service did not answer.') })
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <ErrorState
        error={this.state.error}
        title="This page could not be shown"
        onRetry={() => void this.#retry()}
      />
    )
  }
}
