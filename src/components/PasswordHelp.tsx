import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { booksApi } from '../api/booksApi.ts'
import { errorCode } from '../api/errorMessage.ts'
import { AUTH_FORM_ID } from '../constants.ts'
import { focusId } from '../lib/scroll.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { passwordMessages } from './passwordMessages.ts'
import { selectUserId } from '../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { logOut } from '../store/session.ts'
import { FormFields, FormNote } from './FormFields.tsx'
import { useFields, type Fields } from './useFields.ts'

interface PasswordHelpProps {
  /** Of a mailed link; without one, a link is asked for. */
  token: string | undefined
  email: string
  canReset: boolean
  onForgotten: () => void
  /** Back to the login, with the email that was typed. */
  onLogin: (email?: string) => void
}

/** In place of the login: asks for a reset link, or for the new password itself. */
export function PasswordHelp({ token, email, canReset, onForgotten, onLogin }: PasswordHelpProps) {
  const dispatch = useAppDispatch()
  const isSignedIn = useAppSelector((state) => selectUserId(state) !== null)
  const [requestReset, request] = booksApi.useRequestPasswordResetMutation()
  const [resetPassword, reset] = booksApi.useResetPasswordMutation()
  const isLoading = request.isLoading || reset.isLoading
  const fields = useFields(token === undefined ? 'forgotten' : 'reset', isLoading, submit)
  // The link is used, late or altered: no password can help.
  const isRefused = errorCode(reset.error) === 'reset_link_invalid'

  async function submit({ email, password, confirmPassword }: Fields): Promise<void> {
    const { error } = await (token === undefined
      ? requestReset({ email })
      : resetPassword({ token, password, confirmPassword }))
    if (error) {
      fields.fail(error)
      if (errorCode(error) === 'reset_link_invalid') focusId(`${AUTH_FORM_ID}-title`)
    } else if (token !== undefined) {
      // Whoever was signed in here: the login follows.
      if (isSignedIn) void dispatch(logOut())
      onLogin(email)
      toast({ message: passwordMessages.changed, kind: 'success' })
    }
  }

  return (
    <form {...fields.form}>
      {token === undefined && <FormNote>{passwordMessages.note}</FormNote>}
      {!isRefused && <FormFields fields={fields} email={email} />}
      <Typography role="status" sx={{ textWrap: 'pretty', '&:not(:empty)': { mb: 2 } }}>
        {request.isSuccess ? passwordMessages.sent : ''}
      </Typography>
      {fields.problems.form && <FormNote isProblem>{fields.problems.form}</FormNote>}
      {isRefused && canReset && (
        <Button variant="contained" fullWidth onClick={onForgotten}>
          {messages.forgotten.title}
        </Button>
      )}
      {!isRefused && (
        <Button type="submit" variant="contained" fullWidth aria-disabled={isLoading}>
          {token === undefined ? passwordMessages.send : messages.form.save}
        </Button>
      )}
      <Button
        fullWidth
        onClick={() => onLogin(fields.typedEmail())}
        sx={{ mt: 1, textDecoration: 'underline' }}
      >
        {passwordMessages.back}
      </Button>
    </form>
  )
}
