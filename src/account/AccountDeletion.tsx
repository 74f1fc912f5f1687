import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { useDeleteAccountMutation } from '../api/booksApi.ts'
import { errorCode, errorMessage } from '../api/errorMessage.ts'
import { PasswordField } from '../components/PasswordField.tsx'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { loggedOut } from '../store/authSlice.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { logOut } from '../store/session.ts'
import { OpenedSection } from './OpenedSection.tsx'

/** The sign-in is too long ago: only another one helps. */
const SIGN_IN_TOO_OLD = 'sign_in_too_old'
const WRONG_PASSWORD = 'wrong_password'

interface AccountDeletionProps {
  userId: string
  /** Whether the reader confirms with a password; else the sign-in has to be recent. */
  hasPassword: boolean
  /** Tells the dialog that it must stay until the server has answered. */
  onBusy: (isBusy: boolean) => void
}

/** The end of an account: opened by one button, confirmed with the password and another. */
export function AccountDeletion(props: AccountDeletionProps) {
  return (
    <OpenedSection
      title="Delete account"
      text="Your account, interests, favorites and picture are deleted at once and for good, on every device. Nobody can bring them back."
      button="Delete my account"
      color="error"
    >
      {(close) => <Confirmation {...props} onCancel={close} />}
    </OpenedSection>
  )
}

interface ConfirmationProps extends AccountDeletionProps {
  onCancel: () => void
}

function Confirmation({ userId, hasPassword, onBusy, onCancel }: ConfirmationProps) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [deleteAccount, { isLoading, error }] = useDeleteAccountMutation()
  const [isPasswordMissing, setPasswordMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const code = isLoading ? undefined : errorCode(error)
  // The server's own words need none before them.
  const failure =
    error && !isLoading
      ? code === WRONG_PASSWORD || code === SIGN_IN_TOO_OLD
        ? errorMessage(error)
        : messages.deleteFailed(errorMessage(error))
      : undefined
  const fieldProblem = isPasswordMissing
    ? messages.passwordNeeded
    : hasPassword && code === WRONG_PASSWORD
      ? failure
      : undefined

  // Without a password the safe way out has the focus.
  useEffect(() => (field.current ?? keep.current)?.focus(), [])

  /** To the landing page first, as after a logout. */
  function leave(): void {
    flushSync(() => void navigate(paths.home))
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isLoading) return
    const password = field.current?.value ?? ''
    setPasswordMissing(hasPassword && password === '')
    if (hasPassword && password === '') {
      field.current?.focus()
      return
    }
    onBusy(true)
    const result = await deleteAccount({ userId, ...(hasPassword && { password }) })
    onBusy(false)
    if (result.error) {
      field.current?.focus()
      return
    }
    leave()
    dispatch(loggedOut())
    toast({ message: messages.accountDeleted, kind: 'success' })
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 1.5, mt: 1.5 }}
    >
      {hasPassword && (
        <PasswordField
          inputRef={field}
          label="Your password"
          autoComplete="current-password"
          error={fieldProblem !== undefined}
          helperText={fieldProblem}
          isProblemAlert
          onChange={() => setPasswordMissing(false)}
        />
      )}
      {failure !== undefined && fieldProblem === undefined && (
        <Alert severity="error">{failure}</Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          ref={keep}
          disabled={isLoading}
          onClick={onCancel}
        >
          Keep my account
        </Button>
        {code === SIGN_IN_TOO_OLD ? (
          <Button
            variant="contained"
            onClick={() => {
              leave()
              void dispatch(logOut())
            }}
          >
            Logout
          </Button>
        ) : (
          <Button type="submit" variant="contained" color="error" aria-disabled={isLoading}>
            <span>{isLoading ? 'Deleting…' : 'Delete for good'}</span>
          </Button>
        )}
      </Box>
    </Box>
  )
}
