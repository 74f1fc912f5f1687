import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useForkRef } from '@mui/material/utils'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { CheckIcon, EyeIcon, EyeOffIcon } from './icons.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'slotProps'> {
  /** Shows the green check of two passwords that match (decision 23). */
  isMatching?: boolean
  /** Reads a problem out as soon as it is there. */
  isProblemAlert?: boolean
  /** What stands at the right of its label. */
  children?: ReactNode
}

/** An uncontrolled password with a button that shows what is typed; it is hidden again when the form is sent. */
export function PasswordField({
  isMatching = false,
  isProblemAlert = false,
  inputRef,
  children,
  ...props
}: PasswordFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ref = useForkRef(input, inputRef)
  useEffect(() => {
    const form = input.current?.form
    const hide = (): void => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  /** Another type would move the caret in some browsers. */
  function toggle(): void {
    const field = input.current
    const caret = [field?.selectionStart ?? null, field?.selectionEnd ?? null] as const
    flushSync(() => setShown(!isShown))
    if (field && document.activeElement === field) field.setSelectionRange(...caret)
  }

  return (
    <Box sx={{ position: 'relative' }}>
      <TextField
        {...props}
        id={id}
        inputRef={ref}
        type={isShown ? 'text' : 'password'}
        required
        slotProps={{
          htmlInput: { maxLength: PASSWORD_MAX_LENGTH, spellCheck: false, autoCapitalize: 'none' },
          formHelperText: isProblemAlert ? { role: 'alert' } : {},
          input: {
            // Edge would show a button of its own.
            sx: { pr: 0, '& ::-ms-reveal': { display: 'none' } },
            endAdornment: (
              <InputAdornment position="end" sx={{ ml: 0 }}>
                {isMatching && <CheckIcon color="success" titleAccess="Passwords match" />}
                <IconButton
                  aria-label={isShown ? 'Hide password' : 'Show password'}
                  aria-describedby={`${id}-label`}
                  // The focus stays in the field, and a phone's keyboard open.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={toggle}
                >
                  {isShown ? <EyeOffIcon /> : <EyeIcon />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {children}
    </Box>
  )
}
