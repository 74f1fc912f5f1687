import { useId, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import type { ErrorCode } from '../../contract/common.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { loadCalls } from '../api/calls.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { AUTH_FORM_ID } from '../constants.ts'
import { preload } from '../lib/parts.ts'
import { isRecord } from '../lib/record.ts'
import { scrollToId, scrollToTop } from '../lib/scroll.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { paths, plainPath, protectedPageName } from '../paths.ts'
import { selectTurnedAwayFrom } from '../state/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../state/hooks.ts'
import { resumeLogOut } from '../state/resumeLogOut.ts'
import styles from './AuthForm.module.css'
import { GoogleMark } from './GoogleMark.tsx'
import { Icon } from './Icon.tsx'

export type AuthMode = 'login' | 'register'

type FieldName = 'name' | 'email' | 'password' | 'confirmPassword'
type Fields = Record<FieldName, string>
/** `form` is what no field is to blame for. */
type Problems = Partial<Record<FieldName | 'form', string>>

const EMPTY: Fields = { name: '', email: '', password: '', confirmPassword: '' }
const FIELDS: Record<AuthMode, readonly FieldName[]> = {
  login: ['email', 'password'],
  register: ['name', 'email', 'password', 'confirmPassword'],
}
const LABELS: Record<FieldName, string> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
}

/** What the calls take. */
const MAX_LENGTHS: Record<FieldName, number> = {
  name: NAME_MAX_LENGTH,
  email: EMAIL_MAX_LENGTH,
  password: PASSWORD_MAX_LENGTH,
  confirmPassword: PASSWORD_MAX_LENGTH,
}

/** The fields that the server's codes are about, where it does not name them. */
const REFUSED: Readonly<Record<string, FieldName>> = {
  email_taken: 'email',
  password_rejected: 'password',
} satisfies Partial<Record<ErrorCode, FieldName>>

function isFieldName(name: string): name is FieldName {
  return name in LABELS
}

/** One `@`, something on both sides, a dot inside the domain; the server has the last word. */
function looksLikeEmail(text: string): boolean {
  const [local, domain, ...rest] = text.split('@')
  return (
    rest.length === 0 &&
    Boolean(local) &&
    domain !== undefined &&
    domain.includes('.') &&
    !domain.startsWith('.') &&
    !domain.endsWith('.') &&
    !/\s/.test(text)
  )
}

/** The inline messages of a form as it stands (decision 21). */
function problemsOf(mode: AuthMode, fields: Fields): Problems {
  const problems: Problems = {}
  for (const name of FIELDS[mode]) {
    const text = name === 'name' || name === 'email' ? fields[name].trim() : fields[name]
    if (text === '') problems[name] = `${LABELS[name]} is required.`
  }
  if (!problems.email && !looksLikeEmail(fields.email.trim())) {
    problems.email = 'Enter a valid email address.'
  }
  const { password, confirmPassword } = fields
  if (mode === 'register' && confirmPassword !== '' && password !== confirmPassword) {
    problems.confirmPassword = messages.passwordsDiffer
  }
  return problems
}

/** The name of the field that the server refuses, where its answer is about one (decision 25). */
function refusedBy(error: unknown): unknown {
  const data = isRecord(error) && error['data']
  if (!isRecord(data)) return undefined
  const { errors, code } = data
  const named: unknown = Array.isArray(errors) ? errors[0] : undefined
  return isRecord(named) ? named['field'] : REFUSED[String(code)]
}

interface AuthFormProps {
  mode: AuthMode
  onModeChange: (mode: AuthMode) => void
  /** The heading's level: 1 where the form is the whole page. */
  level: 1 | 2
  /** Says that a sign-in by this form has begun, which leads on by itself, or that it was refused. */
  onSigningIn?: (underway: boolean) => void
  /** Why the way over Google led back here. */
  reason?: string | undefined
}

/** The login and register form (section 2, Auth form; decisions 20 to 24). */
export function AuthForm({ mode, onModeChange, level, onSigningIn, reason }: AuthFormProps) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const turnedAwayFrom = useAppSelector(selectTurnedAwayFrom)
  const [fields, setFields] = useState(EMPTY)
  const [ownProblems, setProblems] = useState<Problems>()
  // It stays after its toast, like every other reason, until something is changed or sent.
  const problems = ownProblems ?? { form: reason }
  const [pending, setPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Before anything can be pressed or typed: what an event finds is then never older than the fields.
  useLayoutEffect(() => {
    // The browser may have filled the form before the script took the page up (decision page 0028).
    for (const { name, value } of form.current?.querySelectorAll('input') ?? []) {
      if (isFieldName(name) && value !== '') setFields((before) => ({ ...before, [name]: value }))
    }
  }, [])
  const isRegister = mode === 'register'
  // Back leads to before the form's own page, which sends whoever is signed in away again (decision 2).
  const replace = level === 1
  const title = isRegister ? 'Register' : 'Login'
  const Heading = level === 1 ? 'h1' : 'h2'
  const passwordsMatch =
    isRegister && fields.password !== '' && fields.password === fields.confirmPassword

  function change(name: FieldName, value: string): void {
    setFields((before) => ({ ...before, [name]: value }))
    // A message goes as soon as it is no longer true; none comes while the reader is still typing.
    const still = problemsOf(mode, { ...fields, [name]: value })
    setProblems({
      ...problems,
      form: undefined,
      [name]: still[name] && problems[name],
      // Either password may be the one that is mended.
      confirmPassword: still.confirmPassword && problems.confirmPassword,
    })
  }

  function changeMode(): void {
    setProblems({})
    // The form of the other mode stands before it is looked for: a taller one may begin above the window.
    flushSync(() => onModeChange(isRegister ? 'login' : 'register'))
    scrollToId(`${AUTH_FORM_ID}-title`, 'nearest')
  }

  /** Says what is wrong beside the fields, and leads to the first of them; whether there was one. */
  function point(found: Problems): boolean {
    setProblems(found)
    const firstBad = FIELDS[mode].find((name) => found[name])
    const field = form.current?.querySelector<HTMLInputElement>(`[name="${firstBad}"]`)
    // Where it has the focus already nothing would be said of what stands beside it now.
    field?.blur()
    field?.focus()
    return firstBad !== undefined
  }

  async function submitLogin(): Promise<void> {
    const { booksApi } = await loadCalls()
    const body = { email: fields.email.trim(), password: fields.password }
    // Not tracked: a password does not stay in the store.
    const { name } = await dispatch(
      booksApi.endpoints.login.initiate(body, { track: false }),
    ).unwrap()
    const page = turnedAwayFrom === null ? undefined : protectedPageName(turnedAwayFrom)
    const elsewhere =
      page !== undefined && plainPath(turnedAwayFrom ?? '') !== paths.recommendations
    // The new page stands before it is scrolled, whatever React has drawn of the sign-in so far.
    flushSync(() => void navigate(paths.recommendations, { replace }))
    scrollToTop()
    toast({
      message: messages.welcomeBack(name),
      kind: 'success',
      ...(elsewhere
        ? {
            action: {
              label: messages.continueTo(page),
              onClick: () => void navigate(turnedAwayFrom ?? paths.home),
            },
          }
        : {}),
    })
  }

  async function submitRegistration(): Promise<void> {
    const { booksApi } = await loadCalls()
    const body = {
      name: fields.name.trim(),
      email: fields.email.trim(),
      password: fields.password,
      confirmPassword: fields.confirmPassword,
    }
    const { message } = await dispatch(
      booksApi.endpoints.register.initiate(body, { track: false }),
    ).unwrap()
    await navigate(paths.categories, { replace })
    toast({ message: message || messages.registered, kind: 'success' })
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (pending) return
    const found = problemsOf(mode, fields)
    if (found.confirmPassword === messages.passwordsDiffer) {
      toast({ key: 'passwordsDiffer', message: messages.passwordsDiffer, kind: 'error' })
    }
    if (point(found)) return
    setPending(true)
    onSigningIn?.(true)
    try {
      // Of a session that ended without network the server hears now: this one takes its cookie's place.
      await dispatch(resumeLogOut())
      await (isRegister ? submitRegistration() : submitLogin())
    } catch (error) {
      onSigningIn?.(false)
      const reason = errorMessage(error)
      toast({ message: messages.authFailed(reason), kind: 'error' })
      const refused = refusedBy(error)
      const name = FIELDS[mode].find((name) => name === refused)
      // It stays where the form is; a toast in the window's corner goes before it is read by whom it surprised.
      point({ [name ?? 'form']: reason })
    } finally {
      setPending(false)
    }
  }

  const field = (name: FieldName, type: string, autoComplete: string) => (
    <Field
      name={name}
      type={type}
      autoComplete={autoComplete}
      value={fields[name]}
      problem={problems[name]}
      onChange={(value) => change(name, value)}
    >
      {passwordsMatch && type === 'password' && (
        <span role="img" aria-label="Passwords match" className={styles['match']}>
          <Icon name="check" />
        </span>
      )}
    </Field>
  )

  return (
    <section id={AUTH_FORM_ID} className={styles['leaf']} aria-labelledby={`${AUTH_FORM_ID}-title`}>
      <img
        className={styles['side']}
        src={isRegister ? '/side-register.svg' : '/side-login.svg'}
        alt=""
        width={280}
        height={560}
        // Where there is no room for it, it is not fetched.
        loading="lazy"
      />
      <div className={styles['inner']}>
        <Heading id={`${AUTH_FORM_ID}-title`} tabIndex={-1} className={styles['title']}>
          {title}
        </Heading>
        <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
          {isRegister && field('name', 'text', 'name')}
          {field('email', 'email', isRegister ? 'email' : 'username')}
          {field('password', 'password', isRegister ? 'new-password' : 'current-password')}
          {isRegister && field('confirmPassword', 'password', 'new-password')}
          <Problem id={`${AUTH_FORM_ID}-problem`}>{problems.form}</Problem>
          {/* Not `disabled`: the focus would be lost, also where the server refuses. */}
          <button
            type="submit"
            className={`button ${styles['submit']}`}
            aria-disabled={pending}
            aria-describedby={problems.form && `${AUTH_FORM_ID}-problem`}
          >
            {title}
          </button>
        </form>
        <p className={styles['or']} aria-hidden="true">
          or
        </p>
        <a className={`button quiet ${styles['google']}`} href={paths.google}>
          <GoogleMark />
          Continue with Google
        </a>
        <p className={styles['switch']}>
          {isRegister ? 'Already have an account?' : 'New to Catchword?'}{' '}
          <button type="button" className={styles['toggle']} onClick={changeMode}>
            {isRegister ? 'Login instead' : 'Register instead'}
          </button>
        </p>
      </div>
    </section>
  )
}

interface FieldProps {
  name: FieldName
  type: string
  autoComplete: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  /** What stands inside the field, at its end. */
  children: ReactNode
}

function Field({ name, type, autoComplete, value, problem, onChange, children }: FieldProps) {
  const id = useId()
  return (
    <div className={`field ${styles['field']}`}>
      <label htmlFor={id}>{LABELS[name]}</label>
      <span className={styles['box']}>
        <input
          id={id}
          name={name}
          type={type}
          autoComplete={autoComplete}
          autoCapitalize={type === 'email' ? 'none' : undefined}
          spellCheck={name === 'name' ? undefined : false}
          // What the server's stricter rules refuse is to be heard from it, not cut without a word (decision 22).
          maxLength={MAX_LENGTHS[name]}
          required
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
          // Whoever comes to a field is about to sign in: what that needs is fetched meanwhile.
          onFocus={() => preload(loadCalls)}
        />
        {children}
      </span>
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  )
}

function Problem({ id, children }: { id: string; children: string | undefined }) {
  return (
    children && (
      <span id={id} className={styles['problem']}>
        <Icon name="alert" size={16} />
        {children}
      </span>
    )
  )
}
