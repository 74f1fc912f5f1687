import { Component, type ReactNode } from 'react'
import { messages } from '../messages.ts'
import { resetLocalData } from '../state/persistence.ts'
import styles from './ErrorBoundary.module.css'
import { TakenUp } from './TakenUp.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** The page: another one is tried anew. Not a `key`, which would draw every page from nothing. */
  page?: string
}

interface ErrorBoundaryState {
  failed: boolean
  page: string | undefined
}

/** The last resort: a page that failed to draw says so and offers two ways out. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, page: this.props.page }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { page }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return page === state.page ? null : { failed: false, page }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className={styles['failed']}>
        <h1>This page could not be shown</h1>
        <p>Reloading often helps. Your favorites are safe on the server.</p>
        <p className={styles['ways']}>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            {messages.reload}
          </button>
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              resetLocalData()
              window.location.assign('/')
            }}
          >
            Sign out and start over
          </button>
        </p>
        <TakenUp />
      </div>
    )
  }
}
