import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { messages } from '../messages.ts'
import { AlertIcon, CheckIcon, EyeIcon, EyeOffIcon } from './icons.tsx'
import { FIELDS, type useFields } from './useFields.ts'

interface FormFieldsProps {
  fields: ReturnType<typeof useFields>
  email?: string
  /** What is at the right of the password's label. */
  aside?: ReactNode
}

/** The fields of a form, as `useFields` has them. */
export function FormFields({ fields, email = '', aside }: FormFieldsProps) {
  const { kind, problems, isMatching } = fields
  return FIELDS[kind].map(({ name, label, type, autoComplete, maxLength }) => {
    const common = {
      name,
      label: messages.form[label],
      autoComplete,
      required: true,
      error: problems[name] !== undefined,
      helperText: problems[name],
      sx: { mb: 2 },
      slotProps: {
        htmlInput: {
          maxLength,
          // Addresses and passwords are written from left to right in every language.
          ...(type !== 'text' && { dir: 'ltr', spellCheck: false }),
          autoCapitalize: type === 'password' ? 'none' : undefined,
        },
      },
    }
    return type === 'password' ? (
      <Box key={name} sx={{ position: 'relative' }}>
        <PasswordField {...common} isMatching={isMatching && autoComplete === 'new-password'} />
        {name === 'password' && aside}
      </Box>
    ) : (
      <TextField key={name} {...common} type={type} defaultValue={type === 'email' ? email : ''} />
    )
  })
}

/** Tells a password manager whose password a form is about; nobody sees or reaches it. */
export function UserNameField({ email }: { email: string }) {
  return <input hidden readOnly type="text" autoComplete="username" value={email} />
}

/** An uncontrolled password with a button that shows what is typed. */
function PasswordField({ isMatching, ...props }: TextFieldProps & { isMatching: boolean }) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const endAdornment = (
    <InputAdornment position="end" sx={{ ml: 0 }}>
      {isMatching && <CheckIcon color="success" titleAccess={messages.form.passwordsMatch} />}
      <IconButton
        color="inherit"
        aria-label={isShown ? messages.form.hide : messages.form.show}
        aria-describedby={`${id}-label`}
        // The focus stays in the field, and a phone's keyboard open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </InputAdornment>
  )
  return (
    <TextField
      {...props}
      id={id}
      type={isShown ? 'text' : 'password'}
      slotProps={{ ...props.slotProps, input: { endAdornment } }}
    />
  )
}

/** A line above or below the fields: why the form is here, or what no field is to blame for. */
export function FormNote({ children, isProblem }: { children: string; isProblem?: boolean }) {
  return (
    <Typography
      variant="body2"
      sx={{
        display: 'flex',
        gap: 0.75,
        mb: 2,
        color: isProblem ? 'error.main' : 'text.secondary',
        overflowWrap: 'anywhere',
      }}
    >
      {isProblem && <AlertIcon sx={{ fontSize: 18 }} />}
      <span>{children}</span>
    </Typography>
  )
}
