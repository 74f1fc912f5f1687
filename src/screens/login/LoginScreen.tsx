import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { AuthForm } from '../../components/AuthForm.tsx'
import type { AuthMode } from '../../components/useFields.ts'
import { BrandMark } from '../../components/icons.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { PRODUCT_NAME } from '../../constants.ts'
import { providerName } from '../../lib/providerName.ts'
import { toast } from '../../lib/toast.tsx'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'

/** /login and /register: the form alone, in one mode or the other; readers who are signed in are redirected. */
export function LoginScreen({ mode }: { mode: AuthMode }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isSignedIn = useAppSelector((state) => selectUserId(state) !== null)
  // Whoever signs in by this very form is led on by the form; in another tab, from here.
  const [isSigningIn, setSigningIn] = useState(false)
  const reset = useResetToken()
  const isLeaving = isSignedIn && !isSigningIn && !reset.isHere
  usePageTitle(reset.isHere ? messages.form.newPassword : messages.pages[mode])
  const reason = useGoogleError(isLeaving)
  if (isLeaving) return <Navigate to={paths.recommendations} replace />
  return (
    <Box sx={{ maxWidth: 880, mx: 'auto' }}>
      <Typography
        component={Link}
        to={paths.home}
        variant="h2"
        sx={{
          display: 'flex',
          placeContent: 'center',
          alignItems: 'center',
          gap: 1.25,
          mb: 'clamp(16px, 3vh, 24px)',
          color: 'inherit',
          fontSize: '1.5rem',
          textDecoration: 'none',
        }}
      >
        <BrandMark sx={{ fontSize: 36 }} />
        <span>{PRODUCT_NAME}</span>
      </Typography>
      <AuthForm
        // A link is asked for in one form and may come back to the same tab: it begins another.
        key={reset.count}
        mode={mode}
        level={1}
        onSigningIn={setSigningIn}
        reason={reason}
        resetToken={reset.token}
        onResetDone={reset.forget}
        onModeChange={(next) =>
          void navigate(next === 'login' ? paths.login : paths.register, { replace: true, state })
        }
      />
    </Box>
  )
}

/** The token of a mailed link `/login#reset=`: it leaves the address before any request. */
function useResetToken() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [{ token, count }, setLink] = useState<{ token?: string; count: number }>({ count: 0 })
  const found = new URLSearchParams(hash.slice(1)).get('reset')
  useEffect(() => {
    if (found === null) return
    // oxlint-disable-next-line react/set-state-in-effect -- the prerendered page is hydrated without it
    setLink(({ count }) => ({ token: found, count: count + 1 }))
    void navigate({ search }, { replace: true })
  }, [found, navigate, search])
  return {
    /** Once it was read, until it is forgotten. */
    token,
    count,
    isHere: found !== null || token !== undefined,
    forget: () => setLink(({ count }) => ({ count })),
  }
}

/** `?authError=` of a failed sign-in with Google or another provider: a toast, and a line above the form that stays. */
function useGoogleError(isLeaving: boolean): string | undefined {
  const [search, setSearch] = useSearchParams()
  const [reason, setReason] = useState<string>()
  const authError = search.get('authError')
  useEffect(() => {
    if (authError === null) return
    if (!isLeaving) setSearch({}, { replace: true })
    void tell(authError)
    async function tell(code: string): Promise<void> {
      const message = await import('./googleMessage.ts').then(
        ({ googleMessage }) => googleMessage(code, providerName()),
        () => messages.request.unreachable,
      )
      toast({ message, kind: 'error' })
      setReason(message)
    }
  }, [authError, isLeaving, setSearch])
  return reason
}
