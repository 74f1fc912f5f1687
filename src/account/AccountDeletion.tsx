import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { booksApi } from '../api/booksApi.ts'
import { errorCode } from '../api/errorMessage.ts'
import { FormFields, UserNameField } from '../components/FormFields.tsx'
import { useFields, type Fields } from '../components/useFields.ts'
import { toast } from '../lib/toast.tsx'
import { readerMessages } from '../readerMessages.ts'
import { paths } from '../paths.ts'
import { loggedOut } from '../store/authSlice.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { logOut } from '../store/session.ts'
import { pairLook } from '../theme.ts'
import type { DialogProps } from './AccountSection.tsx'
import { accountMessages } from './messages.ts'

/** The end of an account, confirmed with the password and a button. */
export function AccountDeletion(props: DialogProps & { onCancel: () => void }) {
  const { userId, email, hasPassword, onBusy, onCancel } = props
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [deleteAccount, { isLoading, error }] = booksApi.useDeleteAccountMutation()
  const fields = useFields(hasPassword ? 'deletion' : 'button', isLoading, submit)
  const { form, problems, fail } = fields
  // Only another sign-in helps. The server's own words need none before them.
  const isTooOld = !isLoading && errorCode(error) === 'sign_in_too_old'
  const hasReason = isTooOld || errorCode(error) === 'wrong_password'

  function leave(): void {
    // As at a logout, the landing page first: the guard would greet the leaving reader.
    flushSync(() => void navigate(paths.home))
  }

  async function submit({ currentPassword }: Fields): Promise<void> {
    onBusy(true)
    const password = hasPassword ? { password: currentPassword } : {}
    const result = await deleteAccount({ userId, ...password })
    onBusy(false)
    if (result.error) {
      fail(result.error, false)
      form.ref.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
      return
    }
    leave()
    flushSync(() => void dispatch(loggedOut()))
    // The dialog had the focus.
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
    toast({ message: accountMessages.deleted, kind: 'success' })
  }

  return (
    <Box
      component="form"
      {...form}
      sx={{ display: 'grid', gap: 1.5, '& .MuiFormControl-root': { mb: 0 } }}
    >
      <Typography>{accountMessages.deletionNote}</Typography>
      {hasPassword && <UserNameField email={email} />}
      <FormFields fields={fields} />
      {problems.form && (
        <Alert severity="error">
          {hasReason ? problems.form : accountMessages.deleteFailed({ reason: problems.form })}
        </Alert>
      )}
      <Box sx={pairLook}>
        <Button variant="outlined" color="inherit" disabled={isLoading} onClick={onCancel}>
          {accountMessages.keep}
        </Button>
        {isTooOld ? (
          <Button
            variant="contained"
            onClick={() => {
              leave()
              void dispatch(logOut())
            }}
          >
            {readerMessages.menu.logout}
          </Button>
        ) : (
          <Button type="submit" variant="contained" color="error" aria-disabled={isLoading}>
            <span>{isLoading ? accountMessages.deleting : accountMessages.delete}</span>
          </Button>
        )}
      </Box>
    </Box>
  )
}
