import type { ErrorCode } from '../../contract/common.ts'
import { emailKey } from '../../contract/email.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { plainLine } from '../../contract/fold.ts'
import { isRecord } from '../lib/record.ts'
import { messages } from '../messages.ts'

export type AuthMode = 'login' | 'register'
/** A form that asks for an email or passwords. */
export type FormKind = AuthMode | 'forgotten' | 'reset' | 'change'

/** The fields of the forms, in their order. */
export const FIELD_NAMES = [
  'name',
  'email',
  'currentPassword',
  'password',
  'confirmPassword',
] as const
export type FieldName = (typeof FIELD_NAMES)[number]
export type Fields = Record<FieldName, string>
/** `form` is what no field is to blame for. */
export type Problems = Partial<Record<FieldName | 'form', string>>

interface Field {
  name: FieldName
  label: string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  maxLength: number
}

const email = { name: 'email', label: 'Email', type: 'email', maxLength: EMAIL_MAX_LENGTH } as const
const password = { type: 'password', maxLength: PASSWORD_MAX_LENGTH } as const
const newPassword = { ...password, autoComplete: 'new-password' } as const
const twice: readonly Field[] = [
  { ...newPassword, name: 'password', label: 'Password' },
  { ...newPassword, name: 'confirmPassword', label: 'Confirm Password' },
]

/** The fields of each form. */
export const FIELDS: Readonly<Record<FormKind, readonly Field[]>> = {
  login: [
    { ...email, autoComplete: 'username' },
    { ...password, name: 'password', label: 'Password', autoComplete: 'current-password' },
  ],
  register: [
    { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', maxLength: NAME_MAX_LENGTH },
    { ...email, autoComplete: 'email' },
    ...twice,
  ],
  forgotten: [{ ...email, autoComplete: 'username' }],
  reset: twice,
  change: [
    {
      ...password,
      name: 'currentPassword',
      label: 'Present password',
      autoComplete: 'current-password',
    },
    { ...newPassword, name: 'password', label: 'New password' },
    { ...newPassword, name: 'confirmPassword', label: 'Confirm new password' },
  ],
}

/** What stands in the form; name and email without spaces at their ends, passwords as they are. */
export function readFields(form: HTMLFormElement): Fields {
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
export function hasMatchingPasswords({ password, confirmPassword }: Fields): boolean {
  return password !== '' && password === confirmPassword
}

/** The inline messages (decision 21). */
export function findProblems(kind: FormKind, fields: Fields): Problems {
  const problems: Problems = {}
  for (const { name, label } of FIELDS[kind]) {
    if (fields[name] === '') problems[name] = `${label} is required.`
    else if (name === 'email' && emailKey(fields.email) === undefined) {
      problems.email = 'Enter a valid email address.'
    }
  }
  const { password, confirmPassword } = fields
  if (confirmPassword !== '' && password !== confirmPassword) {
    problems.confirmPassword = messages.passwordsDiffer
  }
  return problems
}

/** The fields that the server's codes are about, where it names none. */
const FIELD_OF_CODE: Readonly<Record<string, FieldName>> = {
  email_taken: 'email',
  password_rejected: 'password',
  wrong_password: 'currentPassword',
} satisfies Partial<Record<ErrorCode, FieldName>>

/** The field of this form that the server rejects (decision 25), or `form`. */
export function problemField(error: unknown, kind: FormKind): FieldName | 'form' {
  const data = isRecord(error) ? error['data'] : undefined
  if (!isRecord(data)) return 'form'
  const first: unknown = Array.isArray(data['errors']) ? data['errors'][0] : undefined
  const field = isRecord(first) ? first['field'] : FIELD_OF_CODE[String(data['code'])]
  return FIELDS[kind].find(({ name }) => name === field)?.name ?? 'form'
}
