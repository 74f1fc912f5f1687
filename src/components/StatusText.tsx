import { messages } from '../messages.ts'
import { Icon } from './Icon.tsx'
import styles from './StatusText.module.css'

/** A loading or empty text, told to screen readers when it appears (decision 50). */
export function StatusText({ children }: { children: string }) {
  return (
    <p role="status" className={styles['status']}>
      {children}
    </p>
  )
}

interface FailureTextProps {
  children: string
  onRetry?: (() => void) | undefined
  /** For a failure that stands until the reader has read it. */
  onClose?: () => void
}

/** A failure in words with a way out, told to screen readers at once. */
export function FailureText({ children, onRetry, onClose }: FailureTextProps) {
  return (
    <div role="alert" className={styles['failure']}>
      <p>
        <Icon name="alert" />
        {children}
      </p>
      {onRetry && (
        <button
          type="button"
          className="button quiet"
          onClick={({ currentTarget }) => {
            // The button goes at once: what is tried again has the focus, and says what it is.
            const place = currentTarget.closest<HTMLElement>('section, main')
            if (place) {
              place.tabIndex = -1
              place.focus({ preventScroll: true })
            }
            onRetry()
          }}
        >
          {messages.tryAgain}
        </button>
      )}
      {onClose && (
        <button type="button" className="button quiet" onClick={onClose}>
          Close
        </button>
      )}
    </div>
  )
}
