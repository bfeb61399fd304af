/** Keeps the shell when a page fails, or when its file is gone because the service was updated. */
import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <ErrorState
        error={this.state.error}
        title="This page could not be shown"
        onRetry={() => location.reload()}
      />
    )
  }
}
