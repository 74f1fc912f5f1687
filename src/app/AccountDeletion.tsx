import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { useDeleteAccountMutation } from '../api/accountApi.ts'
import { errorCode, errorMessage, mayHaveArrived } from '../api/errorMessage.ts'
import { Icon } from '../components/Icon.tsx'
import { toast } from '../lib/toasts.ts'
import { accountMessages } from './accountMessages.ts'
import { useAppDispatch } from '../state/hooks.ts'
import { leaveForGood } from '../state/leaveForGood.ts'
import { logOut } from '../state/logOut.ts'
import styles from './AccountDialog.module.css'

/** The server's word for a sign-in that is too long ago: only another one helps. */
const TOO_OLD = 'sign_in_too_old'

/** What the server says in its own words, which need none before them. */
const REFUSALS: readonly (string | undefined)[] = ['wrong_password', TOO_OLD]

/** How long the second press of a double click may take, in milliseconds. */
const DOUBLE_CLICK_MS = 500

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
  // A press may be a double one: where nothing has to be typed in between, what it brings up waits a moment.
  const [isReady, setReady] = useState(hasPassword)
  const code = isLoading ? undefined : errorCode(error)
  const words =
    error === undefined || isLoading
      ? undefined
      : REFUSALS.includes(code)
        ? errorMessage(error)
        : accountMessages.deleteFailed(errorMessage(error))
  const problem = missing
    ? accountMessages.passwordNeeded
    : hasPassword && code === 'wrong_password'
      ? words
      : undefined
  const failure = problem === undefined ? words : undefined
  const said = problem ?? failure

  useEffect(() => {
    // Without a password the safe way out has the focus, not the button that ends everything.
    if (field.current) field.current.focus()
    else keep.current?.focus()
    // The buttons below the field too, where the dialog is taller than the window.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(() => setReady(true), DOUBLE_CLICK_MS)
    return () => clearTimeout(timer)
  }, [isReady])
  useEffect(() => {
    // What is said pushes the buttons down, there perhaps out of sight.
    if (said !== undefined) form.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isLoading || !isReady) return
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
      if (errorCode(answer.error) === TOO_OLD) setReady(false)
      return
    }
    await dispatch(leaveForGood(userId, navigate))
    toast({ message: accountMessages.deleted, kind: 'success' })
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
            maxLength={PASSWORD_MAX_LENGTH}
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
          <span>{failure}</span>
        </p>
      )}
      <div className={styles['buttons']}>
        <button
          ref={keep}
          type="button"
          className="button quiet"
          // It keeps the focus while it waits, as does the one beside it.
          aria-disabled={isLoading}
          onClick={() => {
            if (isReady && !isLoading) onKeep()
          }}
        >
          Keep my account
        </button>
        {code === TOO_OLD ? (
          <button
            type="button"
            className="button"
            disabled={!isReady}
            onClick={() => void dispatch(logOut(navigate))}
          >
            Logout
          </button>
        ) : (
          <button
            type="submit"
            className={`button ${styles['destructive']}`}
            disabled={!isReady}
            aria-disabled={isLoading}
          >
            {isLoading ? 'Deleting…' : 'Delete for good'}
          </button>
        )}
      </div>
    </form>
  )
}
