import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { GOOGLE_ERRORS } from '../../../contract/google.ts'
import { AuthForm } from '../../components/AuthForm.tsx'
import { Mark } from '../../components/Icon.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { PRODUCT_NAME } from '../../constants.ts'
import { toast } from '../../lib/toasts.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { googleErrors } from './googleErrors.ts'
import styles from './LoginScreen.module.css'

/** /login and /register: the form alone, in one mode or the other (decisions 1 and 2). */
export function LoginScreen({ mode }: { mode: 'login' | 'register' }) {
  const navigate = useNavigate()
  const userId = useAppSelector(selectUserId)
  // Whoever signs in by this very form is led on by the form; in another tab, from here.
  const [ownSignIn, setOwnSignIn] = useState(false)
  const leaving = userId !== null && !ownSignIn
  usePageTitle(mode === 'login' ? 'Login' : 'Register')
  const reason = useAuthError({ staying: !leaving })
  if (leaving) return <Navigate to={paths.recommendations} replace />
  return (
    <div className={styles['page']}>
      <Link to={paths.home} className={styles['brand']}>
        <Mark size={36} />
        {PRODUCT_NAME}
      </Link>
      <AuthForm
        mode={mode}
        level={1}
        onSigningIn={setOwnSignIn}
        reason={reason}
        onModeChange={(next) =>
          void navigate(next === 'login' ? paths.login : paths.register, { replace: true })
        }
      />
    </div>
  )
}

/**
 * The server sends readers back with `?authError=` when Google's sign-in did not work (decision 20).
 * Where they do not stay, the page that they are led to has no such parameter.
 * @returns why, once it has been said
 */
function useAuthError({ staying }: { staying: boolean }): string | undefined {
  const [search, setSearch] = useSearchParams()
  const [reason, setReason] = useState<string>()
  const authError = search.get('authError')
  useEffect(() => {
    if (authError === null) return
    const known = GOOGLE_ERRORS.find((code) => code === authError) ?? 'google_failed'
    toast({ key: 'authError', message: googleErrors[known], kind: 'error' })
    // oxlint-disable-next-line react/set-state-in-effect -- the page that the build drew is without it, and is taken up as it stands
    setReason(googleErrors[known])
    if (staying) setSearch({}, { replace: true })
  }, [authError, staying, setSearch])
  return reason
}
