import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { booksApi } from '../api/booksApi.ts'
import { FormFields, UserNameField } from '../components/FormFields.tsx'
import { useFields, type Fields } from '../components/useFields.ts'
import { messages } from '../messages.ts'
import { takeFocus } from '../lib/scroll.ts'
import type { DialogProps } from './AccountSection.tsx'
import { accountMessages } from './messages.ts'

/** Changes the password: the present one is needed, and every other session ends, in case somebody else has it. */
export function AccountPassword({ userId, email, onBusy }: Omit<DialogProps, 'hasPassword'>) {
  const [changePassword, { isLoading, isSuccess }] = booksApi.useChangePasswordMutation()
  const fields = useFields('change', isLoading, submit)
  const { form, problems, fail } = fields

  async function submit({ currentPassword, password, confirmPassword }: Fields): Promise<void> {
    onBusy(true)
    const { error } = await changePassword({ userId, currentPassword, password, confirmPassword })
    onBusy(false)
    if (error) fail(error, false)
  }

  if (isSuccess) {
    return (
      <Alert severity="success" role="status">
        <span ref={takeFocus} tabIndex={-1}>
          {accountMessages.passwordChanged}
        </span>
      </Alert>
    )
  }
  return (
    <Box component="form" {...form}>
      <Typography sx={{ mb: 1.5 }}>{accountMessages.passwordNote}</Typography>
      <UserNameField email={email} />
      <FormFields fields={fields} />
      {problems.form && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {accountMessages.passwordFailed({ reason: problems.form })}
        </Alert>
      )}
      <Button type="submit" variant="contained" aria-disabled={isLoading}>
        <span>{isLoading ? accountMessages.passwordSaving : messages.form.save}</span>
      </Button>
    </Box>
  )
}
