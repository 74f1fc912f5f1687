import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router-dom'
import { booksApi } from '../api/booksApi.ts'
import { AUTH_FORM_ID } from '../constants.ts'
import { lazyPart } from '../lib/lazyPart.tsx'
import { field } from '../lib/record.ts'
import { focusId, focusMain, scrollToId, scrollToTop } from '../lib/scroll.ts'
import { closeToasts, toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths, plainPath, protectedPageName } from '../paths.ts'
import { selectGuardedPath } from '../store/authSlice.ts'
import { useAppSelector } from '../store/hooks.ts'
import { AuthLeaf } from './AuthLeaf.tsx'
import { FormFields, FormNote } from './FormFields.tsx'
import { GoogleIcon } from './icons.tsx'
import { StatusText } from './StatusText.tsx'
import { useFields, type AuthMode, type Fields } from './useFields.ts'

// A reload would lose what was typed, and the token of a mailed link.
const PasswordHelp = lazyPart(
  async () => (await import('./PasswordHelp.tsx')).PasswordHelp,
  <StatusText>{messages.loading}</StatusText>,
  <FormNote isProblem>{messages.chunkMissing}</FormNote>,
)

interface AuthFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The heading's level: 1 where the form is the whole page. */
  level: 1 | 2
  /** A sign-in by this form has begun, which leads on by itself, or has failed. */
  onSigningIn?: (isUnderWay: boolean) => void
  /** Why the form is shown: the guard's reason, or a failed sign-in with Google. */
  reason?: string
  /** The token of a mailed link: a new password is asked for (decision 59). */
  resetToken?: string
  /** The link was used, or is not wanted any more. */
  onResetDone?: () => void
}

/** The page and its place in the history. Login and register are one page, whose mode is changed in place. */
function placeOfPage(): string {
  const path = plainPath(window.location.pathname)
  const index = String(field(window.history.state, 'idx'))
  return `${index} ${path === paths.register ? paths.login : path}`
}

/** The login and register form (docs/product.md 2.4; decisions 20 to 24); a forgotten password takes its place. */
export function AuthForm(props: AuthFormProps) {
  const { mode, onModeChange, level, onSigningIn, reason, resetToken, onResetDone } = props
  const navigate = useNavigate()
  const { state } = useLocation()
  const guardedPath = useAppSelector(selectGuardedPath)
  const [logIn, { isLoading: isLoggingIn }] = booksApi.useLoginMutation()
  const [register, { isLoading: isRegistering }] = booksApi.useRegisterMutation()
  const isPending = isLoggingIn || isRegistering
  const fields = useFields(mode, isPending, submit)
  const { problems, form, fail, typedEmail, clear } = fields
  const [isForgotten, setForgotten] = useState(false)
  // As it was typed into one of the forms.
  const [email, setEmail] = useState('')
  const isRegister = mode === 'register'
  const { data: settings } = booksApi.useGetSettingsQuery(undefined, { skip: isRegister })
  const canReset = settings?.passwordReset === true
  const needsHelp = isForgotten || resetToken !== undefined
  const button = isRegister ? 'Register' : 'Login'
  const title = isForgotten ? messages.forgotPassword : needsHelp ? 'New password' : button
  // Back leads to before the form's own page, which redirects whoever is signed in (decision 2).
  const replace = level === 1
  const guardedPage = protectedPageName(field(state, 'guardedPath'))
  const note = reason ?? (guardedPage && messages.logInToSee(guardedPage))

  function changeMode(): void {
    clear()
    // The form of the other mode must be there before it is scrolled to.
    flushSync(() => onModeChange(isRegister ? 'login' : 'register'))
    scrollToId(`${AUTH_FORM_ID}-title`, 'nearest')
  }

  /** Another form in place of this one: its heading has the focus. */
  function swap(isForgotten: boolean, email = ''): void {
    flushSync(() => {
      clear()
      setEmail(email)
      setForgotten(isForgotten)
      if (!isForgotten) onResetDone?.()
    })
    focusId(`${AUTH_FORM_ID}-title`)
    scrollToId(`${AUTH_FORM_ID}-title`, 'nearest')
  }

  async function submit({ name, email, password, confirmPassword }: Fields): Promise<void> {
    onSigningIn?.(true)
    const startedAt = placeOfPage()
    const hasGoneOn = () => placeOfPage() !== startedAt
    try {
      if (isRegister) {
        const { message } = await register({ name, email, password, confirmPassword }).unwrap()
        welcome(paths.categories, message || messages.registered, hasGoneOn())
      } else {
        const reader = await logIn({ email, password }).unwrap()
        const isElsewhere = hasGoneOn()
        welcome(paths.recommendations, messages.welcomeBack(reader.name), isElsewhere)
        if (!isElsewhere) scrollToTop()
      }
    } catch (error) {
      onSigningIn?.(false)
      fail(error)
    }
  }

  /** @param isElsewhere the reader went on to another page while the request was under way: they stay there */
  function welcome(path: string, message: string, isElsewhere: boolean): void {
    // What a visitor was told is no longer true.
    closeToasts()
    const page = protectedPageName(guardedPath)
    const isOtherPage = page !== undefined && plainPath(guardedPath ?? '') !== path
    if (!isElsewhere) {
      const state = isOtherPage ? { guardedPath } : null
      flushSync(() => void navigate(path, { replace, state }))
      // The button that was pressed is gone.
      focusMain()
    }
    const onClick = () => void navigate(guardedPath ?? paths.home)
    const hasAction = isOtherPage && !isRegister
    const action = hasAction ? { label: messages.continueTo(page), onClick } : undefined
    toast({ message, kind: 'success', action })
  }

  const forgotButton = canReset && !isRegister && (
    // Beside the label: nothing moves when it comes.
    <Button
      size="small"
      onClick={() => swap(true, typedEmail())}
      sx={{ position: 'absolute', zIndex: 1, top: -8, right: 0, minHeight: 36, p: 0 }}
    >
      {messages.forgotPassword}
    </Button>
  )
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
        {note && !needsHelp && !problems.form && <FormNote>{note}</FormNote>}
        {needsHelp ? (
          <PasswordHelp
            key={title}
            token={isForgotten ? undefined : resetToken}
            email={email}
            canReset={canReset}
            onForgotten={() => swap(true)}
            onLogin={(email) => swap(false, email)}
          />
        ) : (
          <>
            <Box component="form" {...form} sx={{ display: 'flex', flexDirection: 'column' }}>
              <FormFields fields={fields} email={email} aside={forgotButton} />
              {problems.form && <FormNote isProblem>{problems.form}</FormNote>}
              {/* Not `disabled`: the focus would be lost, also where the server refuses. */}
              <Button type="submit" variant="contained" aria-disabled={isPending}>
                {/* A page translator replaces text nodes; React still finds the span to write into. */}
                <span>{button}</span>
              </Button>
            </Box>
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
              <Button onClick={changeMode} sx={{ p: 0.5, textDecoration: 'underline' }}>
                <span>{isRegister ? 'Login instead' : 'Register instead'}</span>
              </Button>
            </Typography>
          </>
        )}
      </AuthLeaf>
    </section>
  )
}
