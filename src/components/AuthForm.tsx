import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { useLoginMutation, useRegisterMutation } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { AUTH_FORM_ID } from '../constants.ts'
import { isRecord } from '../lib/record.ts'
import { focusMain, scrollToId, scrollToTop } from '../lib/scroll.ts'
import { closeToasts, toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths, plainPath, protectedPageName } from '../paths.ts'
import { selectGuardedPath } from '../store/authSlice.ts'
import { useAppSelector } from '../store/hooks.ts'
import {
  FIELD_NAMES,
  FIELDS,
  findProblems,
  hasMatchingPasswords,
  problemField,
  readFields,
  type AuthMode,
  type Problems,
} from './authFields.ts'
import { AuthLeaf } from './AuthLeaf.tsx'
import { AlertIcon, CheckIcon, GoogleIcon } from './icons.tsx'

interface AuthFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The heading's level: 1 where the form is the whole page. */
  level: 1 | 2
  /** A sign-in by this form has begun, which leads on by itself, or has failed. */
  onSigningIn?: (isUnderWay: boolean) => void
  /** Why the form is shown: the guard's reason, or a failed sign-in with Google. */
  reason?: string | undefined
}

/**
 * The login and register form (section 2, Auth form; decisions 20 to 24). Its fields are uncontrolled and read at
 * submit: what a password manager filled in before hydration stays.
 */
export function AuthForm({ mode, onModeChange, level, onSigningIn, reason }: AuthFormProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const guardedPath = useAppSelector(selectGuardedPath)
  const [logIn, { isLoading: isLoggingIn }] = useLoginMutation()
  const [register, { isLoading: isRegistering }] = useRegisterMutation()
  const isPending = isLoggingIn || isRegistering
  const [problems, setProblems] = useState<Problems>({})
  const [isMatching, setMatching] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isRegister = mode === 'register'
  const title = isRegister ? 'Register' : 'Login'
  // Back leads to before the form's own page, which redirects whoever is signed in (decision 2).
  const replace = level === 1
  const guarded: unknown = isRecord(state) ? state['guardedPath'] : undefined
  const guardedPage = typeof guarded === 'string' ? protectedPageName(guarded) : undefined
  const note = reason ?? (guardedPage && messages.logInToSee(guardedPage))

  useEffect(() => {
    // The fields may have been filled before hydration.
    if (form.current) setMatching(hasMatchingPasswords(readFields(form.current)))
  }, [])

  /** A problem goes as soon as it is solved; none comes while the reader is still typing. */
  function onInput({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const fields = readFields(currentTarget)
    setMatching(hasMatchingPasswords(fields))
    if (Object.keys(problems).length === 0) return
    const present = findProblems(mode, fields)
    const remaining = FIELD_NAMES.filter((name) => problems[name] && present[name])
    setProblems(Object.fromEntries(remaining.map((name) => [name, problems[name]])))
  }

  function changeMode(): void {
    setProblems({})
    setMatching(false)
    // The form of the other mode must be there before it is scrolled to.
    flushSync(() => onModeChange(isRegister ? 'login' : 'register'))
    scrollToId(`${AUTH_FORM_ID}-title`, 'nearest')
  }

  /** Shows problems beside their fields and moves the focus to the first. */
  function point(found: Problems): void {
    flushSync(() => setProblems(found))
    const first = FIELDS[mode].find(({ name }) => found[name])
    const field = first && form.current?.elements.namedItem(first.name)
    if (field instanceof HTMLInputElement) field.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isPending) return
    const fields = readFields(event.currentTarget)
    const found = findProblems(mode, fields)
    if (found.confirmPassword === messages.passwordsDiffer) {
      toast({ message: messages.passwordsDiffer, kind: 'error' })
    }
    point(found)
    if (Object.keys(found).length > 0) return
    onSigningIn?.(true)
    try {
      if (isRegister) {
        const { message } = await register(fields).unwrap()
        welcome(paths.categories, message || messages.registered)
      } else {
        const { email, password } = fields
        const { name } = await logIn({ email, password }).unwrap()
        welcome(paths.recommendations, messages.welcomeBack(name))
        scrollToTop()
      }
    } catch (error) {
      onSigningIn?.(false)
      const message = errorMessage(error)
      toast({ message: messages.authFailed(message), kind: 'error' })
      // It stays beside its field when the toast is gone.
      point({ [problemField(error, mode)]: message })
    }
  }

  function welcome(path: string, message: string): void {
    // What a visitor was told is no longer true.
    closeToasts()
    flushSync(() => void navigate(path, { replace }))
    // The button that was pressed is gone.
    focusMain()
    const page = guardedPath === null ? undefined : protectedPageName(guardedPath)
    const isElsewhere = page !== undefined && plainPath(guardedPath ?? '') !== path
    toast({
      message,
      kind: 'success',
      ...(isElsewhere &&
        !isRegister && {
          action: {
            label: messages.continueTo(page),
            onClick: () => void navigate(guardedPath ?? paths.home),
          },
        }),
    })
  }

  return (
    <section id={AUTH_FORM_ID} aria-labelledby={`${AUTH_FORM_ID}-title`}>
      <AuthLeaf mode={mode}>
        <Typography
          id={`${AUTH_FORM_ID}-title`}
          variant="h2"
          component={level === 1 ? 'h1' : 'h2'}
          tabIndex={-1}
          sx={{ mb: 2, scrollMarginTop: 40, '&:focus': { outline: 'none' } }}
        >
          {title}
        </Typography>
        {note && !problems.form && <FormNote>{note}</FormNote>}
        <form
          ref={form}
          // Sent before hydration, the browser posts it: the password never gets into the address.
          method="post"
          noValidate
          onInput={onInput}
          onSubmit={(event) => void submit(event)}
        >
          {FIELDS[mode].map(({ name, label, type, autoComplete, maxLength }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              type={type}
              autoComplete={autoComplete}
              required
              error={problems[name] !== undefined}
              helperText={problems[name]}
              sx={{ mb: 2 }}
              slotProps={{
                htmlInput: {
                  maxLength,
                  spellCheck: name === 'name' ? undefined : false,
                  autoCapitalize: type === 'email' ? 'none' : undefined,
                },
                input: {
                  endAdornment: type === 'password' && isRegister && isMatching && (
                    <InputAdornment position="end">
                      <CheckIcon color="success" titleAccess="Passwords match" />
                    </InputAdornment>
                  ),
                },
              }}
            />
          ))}
          {problems.form && <FormNote isProblem>{problems.form}</FormNote>}
          {/* Not `disabled`: the focus would be lost, also where the server refuses. */}
          <Button type="submit" variant="contained" fullWidth aria-disabled={isPending}>
            {/* A page translator replaces text nodes; React still finds the span to write into. */}
            <span>{title}</span>
          </Button>
        </form>
        <Typography variant="body2" color="textSecondary" sx={{ my: 1.5, textAlign: 'center' }}>
          or
        </Typography>
        <Button
          href={paths.google}
          variant="outlined"
          color="inherit"
          fullWidth
          startIcon={<GoogleIcon />}
        >
          Continue with Google
        </Button>
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          <span>{isRegister ? 'Already have an account? ' : 'New to Catchword? '}</span>
          <Button type="button" onClick={changeMode} sx={{ p: 0.5, textDecoration: 'underline' }}>
            <span>{isRegister ? 'Login instead' : 'Register instead'}</span>
          </Button>
        </Typography>
      </AuthLeaf>
    </section>
  )
}

/** A line above or below the fields: why the form is here, or what no field is to blame for. */
function FormNote({ children, isProblem = false }: { children: string; isProblem?: boolean }) {
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
