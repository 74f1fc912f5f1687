import { useEffect, useState } from 'react'
import { subscribeToToasts, takeToasts, type Toast } from '../lib/toasts.ts'
import styles from './PlainToasts.module.css'

/**
 * The latest toasts as plain text, for a page that could not fetch what draws them. Without a clock: they
 * stay until others come or the reader closes them.
 */
export function PlainToasts() {
  const [shown, setShown] = useState<readonly Toast[]>([])
  useEffect(() => {
    const drain = () => {
      const taken = takeToasts()
      if (taken.length > 0) setShown(taken)
    }
    drain()
    return subscribeToToasts(drain)
  }, [])
  const close = () => setShown([])
  return (
    <div role="alert" className={styles['toasts']}>
      {shown.map(({ message, action }, index) => (
        // Always replaced whole, and two may say the same.
        <p key={index}>
          {message}
          {action && (
            <button
              type="button"
              className="button quiet"
              onClick={() => {
                close()
                action.onClick()
              }}
            >
              {action.label}
            </button>
          )}
        </p>
      ))}
      {shown.length > 0 && (
        <button type="button" className="button quiet" onClick={close}>
          Close
        </button>
      )}
    </div>
  )
}
