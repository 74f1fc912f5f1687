import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { booksApi } from '../api/booksApi.ts'
import { FormFields, UserNameField } from '../components/FormFields.tsx'
import { useFields, type Fields } from '../components/useFields.ts'
import { messages } from '../messages.ts'
import { OpenedSection, type DialogProps } from './AccountSection.tsx'

type AccountPasswordProps = Omit<DialogProps, 'hasPassword'>

/** Another password: the present one is asked for, and every other session ends (decision 59). */
export function AccountPassword({ userId, email, onBusy }: AccountPasswordProps) {
  const [isChanged, setChanged] = useState(false)
  return (
    <OpenedSection
      title="Password"
      text="With a new password, every other device has to log in again."
      button="Change password"
      status={isChanged ? messages.passwordChanged : ''}
    >
      {(close) => {
        const onClose = (isChanged: boolean) => {
          setChanged(isChanged)
          close()
        }
        return <PasswordForm userId={userId} email={email} onBusy={onBusy} onClose={onClose} />
      }}
    </OpenedSection>
  )
}

interface PasswordFormProps extends AccountPasswordProps {
  onClose: (isChanged: boolean) => void
}

function PasswordForm({ userId, email, onBusy, onClose }: PasswordFormProps) {
  const [changePassword, { isLoading }] = booksApi.useChangePasswordMutation()
  const fields = useFields('change', isLoading, submit)
  const { form, problems, fail } = fields

  async function submit({ currentPassword, password, confirmPassword }: Fields): Promise<void> {
    onBusy(true)
    const { error } = await changePassword({ userId, currentPassword, password, confirmPassword })
    onBusy(false)
    if (error) fail(error, false)
    else onClose(true)
  }

  return (
    <Box component="form" {...form} sx={{ mt: 1.5 }}>
      <UserNameField email={email} />
      <FormFields fields={fields} />
      {problems.form && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messages.passwordChangeFailed(problems.form)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button type="submit" variant="contained" aria-disabled={isLoading}>
          <span>{isLoading ? 'Saving…' : 'Save new password'}</span>
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          disabled={isLoading}
          onClick={() => onClose(false)}
        >
          Keep my password
        </Button>
      </Box>
    </Box>
  )
}
