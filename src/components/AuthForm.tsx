import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { booksApi } from '../api/booksApi.ts'
import { AUTH_FORM_ID } from '../constants.ts'
import { lazyPart } from '../lib/lazyPart.tsx'
import { focusId, scrollToId } from '../lib/scroll.ts'
import { messages } from '../messages.ts'
import { AuthLeaf } from './AuthLeaf.tsx'
import { FormNote } from './FormFields.tsx'
import { SignInForm } from './SignInForm.tsx'
import { StatusText } from './StatusText.tsx'
import type { AuthMode } from './useFields.ts'
import { useGuardedPage } from './useGuardedPage.ts'

// A reload would lose what was typed, and the token of a mailed link.
const PasswordHelp = lazyPart(
  async () => (await import('./PasswordHelp.tsx')).PasswordHelp,
  <Waiting />,
  <Missing />,
)

function Waiting() {
  return <StatusText>{messages.loading}</StatusText>
}
function Missing() {
  return <FormNote isProblem>{messages.layout.chunkMissing}</FormNote>
}

const TITLE_ID = `${AUTH_FORM_ID}-title`

interface AuthFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The heading's level: 1 where the form is the whole page. */
  level: 1 | 2
  /** A sign-in by this form has begun, which leads on by itself, or has failed. */
  onSigningIn?: (isUnderWay: boolean) => void
  /** Why the form is shown: the guard's reason, or a failed sign-in with Google. */
  reason?: string
  /** The token of a mailed link: the form asks for a new password. */
  resetToken?: string
  /** The link was used, or is not wanted any more. */
  onResetDone?: () => void
}

/** The leaf with the login or register form (docs/product.md 2.4); a forgotten password takes its place. */
export function AuthForm(props: AuthFormProps) {
  const { mode, onModeChange, level, onSigningIn, reason, resetToken, onResetDone } = props
  const isRegister = mode === 'register'
  const isPage = level === 1
  const { data: settings } = booksApi.useGetSettingsQuery(undefined, { skip: isRegister })
  const canReset = settings?.passwordReset === true
  const [isForgotten, setForgotten] = useState(false)
  // As it was typed into one of the forms.
  const [email, setEmail] = useState('')
  const needsHelp = isForgotten || resetToken !== undefined
  const { form, forgotten, pages, session } = messages
  const title = isForgotten ? forgotten.title : needsHelp ? form.newPassword : pages[mode]
  const guarded = useGuardedPage()
  const guardReason =
    guarded && !isPage
      ? (guarded.hasEndedElsewhere ? `${session.endedInOtherTab} ` : '') +
        session.logInToSee[guarded.name]
      : undefined

  const titleBefore = useRef(title)
  /** The button that was pressed goes with its form. */
  const isButtonGone = useRef(false)
  useEffect(() => {
    // Another form is in place of the one before.
    if (titleBefore.current === title) return
    titleBefore.current = title
    if (isButtonGone.current) focusId(TITLE_ID)
    isButtonGone.current = false
    scrollToId(TITLE_ID, 'nearest')
  }, [title])

  function forget(email = ''): void {
    setEmail(email)
    setForgotten(true)
    isButtonGone.current = true
  }

  function goToLogin(email = ''): void {
    setEmail(email)
    setForgotten(false)
    isButtonGone.current = true
    onResetDone?.()
  }

  return (
    <section id={AUTH_FORM_ID} aria-labelledby={TITLE_ID}>
      <AuthLeaf mode={mode}>
        <Typography
          id={TITLE_ID}
          variant="h2"
          component={isPage ? 'h1' : 'h2'}
          tabIndex={-1}
          sx={{ mb: 2, scrollMarginTop: 40, '&:focus': { outline: 'none' } }}
        >
          {title}
        </Typography>
        {needsHelp ? (
          <PasswordHelp
            key={title}
            token={isForgotten ? undefined : resetToken}
            email={email}
            canReset={canReset}
            onForgotten={forget}
            onLogin={goToLogin}
          />
        ) : (
          <SignInForm
            mode={mode}
            onModeChange={onModeChange}
            isPage={isPage}
            onSigningIn={onSigningIn}
            note={reason ?? guardReason}
            email={email}
            onForgotten={canReset ? forget : undefined}
          />
        )}
      </AuthLeaf>
    </section>
  )
}
