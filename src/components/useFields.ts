import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ErrorCode } from '../../contract/common.ts'
import { emailKey } from '../../contract/email.ts'
import { plainLine } from '../../contract/plainLine.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { errorCode, errorMessage } from '../api/errorMessage.ts'
import { field } from '../lib/record.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'

export type AuthMode = 'login' | 'register'
/** A form that asks for an email or passwords, or for nothing but its button. */
type FormKind = AuthMode | 'forgotten' | 'reset' | 'change' | 'deletion' | 'button'

type FieldName = 'name' | 'email' | 'currentPassword' | 'password' | 'confirmPassword'
export type Fields = Record<FieldName, string>
/** `form` is what no field is to blame for. */
type Problems = Partial<Record<FieldName | 'form', string>>

interface Field {
  name: FieldName
  /** Its name among the texts of forms. */
  label: FieldName | 'newPassword' | 'confirmNewPassword' | 'yourPassword'
  type: 'text' | 'email' | 'password'
  autoComplete: string
  maxLength: number
}

/** The user name, as password managers know it. */
const userName: Field = {
  name: 'email',
  label: 'email',
  type: 'email',
  autoComplete: 'username',
  maxLength: EMAIL_MAX_LENGTH,
}
const password = { type: 'password', maxLength: PASSWORD_MAX_LENGTH } as const
const newPassword = { ...password, autoComplete: 'new-password' } as const
const present = { ...password, name: 'currentPassword', autoComplete: 'current-password' } as const
const twice: readonly Field[] = [
  { ...newPassword, name: 'password', label: 'password' },
  { ...newPassword, name: 'confirmPassword', label: 'confirmPassword' },
]

/** The fields of each form. */
export const FIELDS: Readonly<Record<FormKind, readonly Field[]>> = {
  login: [userName, { ...present, name: 'password', label: 'password' }],
  register: [
    {
      name: 'name',
      label: 'name',
      type: 'text',
      autoComplete: 'name',
      maxLength: NAME_MAX_LENGTH,
    },
    userName,
    ...twice,
  ],
  forgotten: [userName],
  // A link does not say whose it is: what is entered goes on to the login.
  reset: [userName, ...twice],
  change: [
    { ...present, label: 'currentPassword' },
    { ...newPassword, name: 'password', label: 'newPassword' },
    { ...newPassword, name: 'confirmPassword', label: 'confirmNewPassword' },
  ],
  deletion: [{ ...present, label: 'yourPassword' }],
  button: [],
}

/** What is in the form; name and email without spaces at their ends, passwords as they are. */
function readFields(form: HTMLFormElement): Fields {
  const data = new FormData(form)
  const text = (name: FieldName): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: plainLine(text('name')),
    email: text('email').trim(),
    currentPassword: text('currentPassword'),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
}

/** For the green check: both passwords match and are not empty. */
const hasMatch = ({ password, confirmPassword }: Fields): boolean =>
  password !== '' && password === confirmPassword

/** The messages beside the fields. */
function findProblems(kind: FormKind, fields: Fields): Problems {
  const problems: Problems = {}
  for (const { name, label } of FIELDS[kind]) {
    if (fields[name] === '')
      problems[name] = messages.form.required({ label: messages.form[label] })
    else if (name === 'email' && emailKey(fields.email) === undefined) {
      problems.email = messages.form.emailInvalid
    }
  }
  const { password, confirmPassword } = fields
  if (confirmPassword !== '' && password !== confirmPassword) {
    problems.confirmPassword = messages.form.passwordsDiffer
  }
  return problems
}

/** The fields that the server's codes are about, where it names none. */
const FIELD_OF_CODE: Readonly<Record<string, FieldName>> = {
  email_taken: 'email',
  password_rejected: 'password',
  wrong_password: 'currentPassword',
} satisfies Partial<Record<ErrorCode, FieldName>>

/** The field of this form that the server rejects, or `form`. */
function problemField(error: unknown, kind: FormKind): FieldName | 'form' {
  const errors = field(field(error, 'data'), 'errors')
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const rejected = field(first, 'field') ?? FIELD_OF_CODE[errorCode(error) ?? '']
  return FIELDS[kind].find(({ name }) => name === rejected)?.name ?? 'form'
}

/**
 * The fields of a form: uncontrolled, read at submit, each problem in words beside its field.
 * @param isPending the request is under way: nothing is sent meanwhile
 * @param send gets what was typed, once nothing is wrong with it
 */
export function useFields(
  kind: FormKind,
  isPending: boolean,
  send: (typed: Fields) => Promise<void>,
) {
  const [problems, setProblems] = useState<Problems>({})
  const [isMatching, setMatching] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // The fields may have been filled before hydration.
    if (form.current) setMatching(hasMatch(readFields(form.current)))
  }, [])

  /** A problem goes as soon as it is solved; none comes while the reader is still typing. */
  function onInput({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const fields = readFields(currentTarget)
    setMatching(hasMatch(fields))
    if (Object.keys(problems).length === 0) return
    const found = findProblems(kind, fields)
    const remaining = FIELDS[kind].filter(({ name }) => problems[name] && found[name])
    setProblems(Object.fromEntries(remaining.map(({ name }) => [name, problems[name]])))
  }

  /** Shows problems beside their fields and moves the focus to the first. */
  function point(found: Problems): void {
    // A screen reader reads a field's problem as the focus comes to it: it stands there before.
    flushSync(() => setProblems(found))
    const first = FIELDS[kind].find(({ name }) => found[name])
    const input = first && form.current?.elements.namedItem(first.name)
    if (input instanceof HTMLInputElement) input.focus()
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isPending) return
    const fields = readFields(event.currentTarget)
    const found = findProblems(kind, fields)
    if (found.confirmPassword === messages.form.passwordsDiffer) {
      toast({ message: messages.form.passwordsDiffer, kind: 'error' })
    }
    point(found)
    if (Object.keys(found).length === 0) void send(fields)
  }

  /**
   * Shows why a request failed beside its field, or as `problems.form`.
   * @param isAloud with a toast, which says the same
   */
  function fail(error: unknown, isAloud = true): void {
    const message = errorMessage(error)
    if (isAloud) toast({ message: messages.session.failed({ reason: message }), kind: 'error' })
    point({ [problemField(error, kind)]: message })
  }

  /** The email as it is in the form, to begin another form with. */
  const typedEmail = (): string => (form.current ? readFields(form.current).email : '')

  function clear(): void {
    setProblems({})
    setMatching(false)
  }

  // Sent before hydration, the browser posts the form: the password never gets into the address.
  const props = { ref: form, method: 'post', noValidate: true, onInput, onSubmit } as const
  return { kind, form: props, problems, isMatching, fail, typedEmail, clear }
}
