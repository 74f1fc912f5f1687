import { messages } from '../messages.ts'
import styles from './StatusText.module.css'

/** A loading or empty text, told to screen readers when it appears (decision 50). */
export function StatusText({ children }: { children: string }) {
  return (
    <p role="status" className={styles['status']}>
      {children}
    </p>
  )
}

/** A failure in words with a way out, told to screen readers at once. */
export function FailureText({ children, onRetry }: { children: string; onRetry?: () => void }) {
  return (
    <div role="alert" className={styles['failure']}>
      <p>{children}</p>
      {onRetry && (
        <button type="button" className="button quiet" onClick={onRetry}>
          {messages.tryAgain}
        </button>
      )}
    </div>
  )
}
