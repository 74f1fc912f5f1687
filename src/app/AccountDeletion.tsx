import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDeleteAccountMutation } from '../api/booksApi.ts'
import { errorCode, errorMessage, mayHaveArrived } from '../api/errorMessage.ts'
import { Icon } from '../components/Icon.tsx'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { useAppDispatch } from '../state/hooks.ts'
import { leaveForGood } from '../state/leaveForGood.ts'
import styles from './AccountDialog.module.css'

interface AccountDeletionProps {
  userId: string
  /** Whether the reader has a password to confirm with; else the sign-in has to be recent. */
  hasPassword: boolean
  /** Tells the dialog that it must stay until the server has answered. */
  onBusy: (busy: boolean) => void
}

/** The end of an account: asked for, then confirmed with the password and a second button. */
export function AccountDeletion({ userId, hasPassword, onBusy }: AccountDeletionProps) {
  const [asked, setAsked] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasAsked = useRef(false)

  useEffect(() => {
    // Whoever changed their mind goes on where they were.
    if (wasAsked.current && !asked) opener.current?.focus()
    wasAsked.current = asked
  }, [asked])

  return (
    <section className={styles['part']} aria-labelledby="account-end">
      <h3 id="account-end" className={styles['label']}>
        Delete account
      </h3>
      <p>
        Your account, interests, favorites and picture are deleted at once and for good, on every
        device. Nobody can bring them back.
      </p>
      {asked ? (
        <Confirmation
          userId={userId}
          hasPassword={hasPassword}
          onBusy={onBusy}
          onKeep={() => setAsked(false)}
        />
      ) : (
        <div className={styles['buttons']}>
          <button
            ref={opener}
            type="button"
            className={`button quiet ${styles['dangerous']}`}
            onClick={() => setAsked(true)}
          >
            Delete my account
          </button>
        </div>
      )}
    </section>
  )
}

interface ConfirmationProps extends AccountDeletionProps {
  onKeep: () => void
}

function Confirmation({ userId, hasPassword, onBusy, onKeep }: ConfirmationProps) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [deleteAccount, { isLoading, error }] = useDeleteAccountMutation()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  // Whether an earlier try may have ended the account, and only its answer was lost.
  const unanswered = useRef(false)
  const refused = errorCode(error) === 'wrong_password' ? errorMessage(error) : undefined
  const problem = missing ? messages.passwordNeeded : isLoading ? undefined : refused
  const failure = error !== undefined && refused === undefined && !isLoading ? error : undefined

  useEffect(() => {
    // Without a password the safe way out has the focus, not the button that ends everything.
    if (field.current) field.current.focus()
    else keep.current?.focus()
    // The buttons below the field too, where the dialog is taller than the window.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isLoading) return
    if (hasPassword && password === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    onBusy(true)
    const answer = await deleteAccount({
      userId,
      mayBeDone: unanswered.current,
      ...(hasPassword && { password }),
    })
    onBusy(false)
    if (answer.error !== undefined) {
      unanswered.current ||= mayHaveArrived(answer.error)
      if (errorCode(answer.error) === 'wrong_password') field.current?.focus()
      return
    }
    await dispatch(leaveForGood(userId, navigate))
    toast({ message: messages.accountDeleted, kind: 'success' })
  }

  return (
    <form
      ref={form}
      noValidate
      className={`field ${styles['confirmation']}`}
      onSubmit={(event) => void submit(event)}
    >
      {hasPassword && (
        <div>
          <label htmlFor={id}>Your password</label>
          <input
            ref={field}
            id={id}
            type="password"
            autoComplete="current-password"
            required
            maxLength={512}
            value={password}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={({ target }) => {
              setPassword(target.value)
              setMissing(false)
            }}
          />
          {problem !== undefined && (
            <p id={`${id}-problem`} role="alert" className={styles['failure']}>
              <Icon name="alert" />
              <span>{problem}</span>
            </p>
          )}
        </div>
      )}
      {failure !== undefined && (
        <p role="alert" className={styles['failure']}>
          <Icon name="alert" />
          <span>{messages.accountDeleteFailed(errorMessage(failure))}</span>
        </p>
      )}
      <div className={styles['buttons']}>
        <button type="submit" className={`button ${styles['destructive']}`} disabled={isLoading}>
          {isLoading ? 'Deleting…' : 'Delete for good'}
        </button>
        <button
          ref={keep}
          type="button"
          className="button quiet"
          disabled={isLoading}
          onClick={onKeep}
        >
          Keep my account
        </button>
      </div>
    </form>
  )
}
