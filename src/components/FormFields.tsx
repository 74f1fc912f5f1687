import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { FIELDS } from './authFields.ts'
import { AlertIcon } from './icons.tsx'
import { PasswordField } from './PasswordField.tsx'
import type { useFields } from './useFields.ts'

interface FormFieldsProps {
  fields: ReturnType<typeof useFields>
  /** What the email begins with. */
  email?: string
  /** What stands at the right of the password's label. */
  aside?: ReactNode
}

/** The fields of a form, as `useFields` holds them. */
export function FormFields({ fields, email = '', aside }: FormFieldsProps) {
  const { kind, problems, isMatching } = fields
  return FIELDS[kind].map(({ name, label, type, autoComplete, maxLength }) => {
    const error = problems[name] !== undefined
    const common = { name, label, autoComplete, error, helperText: problems[name], sx: { mb: 2 } }
    return type === 'password' ? (
      <PasswordField
        key={name}
        {...common}
        isMatching={isMatching && autoComplete === 'new-password'}
      >
        {name === 'password' && aside}
      </PasswordField>
    ) : (
      <TextField
        key={name}
        {...common}
        type={type}
        required
        defaultValue={type === 'email' ? email : ''}
        slotProps={{
          htmlInput: { maxLength, spellCheck: type === 'email' ? false : undefined },
        }}
      />
    )
  })
}

/** A line above or below the fields: why the form is here, or what no field is to blame for. */
export function FormNote({
  children,
  isProblem = false,
}: {
  children: string
  isProblem?: boolean
}) {
  return (
    <Typography
      variant="body2"
      sx={{ display: 'flex', gap: 0.75, mb: 2, color: isProblem ? 'error.main' : 'text.secondary' }}
    >
      {isProblem && <AlertIcon sx={{ fontSize: 18 }} />}
      <span>{children}</span>
    </Typography>
  )
}
