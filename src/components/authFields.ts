import type { ErrorCode } from '../../contract/common.ts'
import { emailKey } from '../../contract/email.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { plainLine } from '../../contract/fold.ts'
import { isRecord } from '../lib/record.ts'
import { messages } from '../messages.ts'

export type AuthMode = 'login' | 'register'

/** The fields of the form, in their order. */
export const FIELD_NAMES = ['name', 'email', 'password', 'confirmPassword'] as const
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

/** The fields of each mode. */
export const FIELDS: Readonly<Record<AuthMode, readonly Field[]>> = {
  login: [
    { ...email, autoComplete: 'username' },
    { ...password, name: 'password', label: 'Password', autoComplete: 'current-password' },
  ],
  register: [
    { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', maxLength: NAME_MAX_LENGTH },
    { ...email, autoComplete: 'email' },
    { ...password, name: 'password', label: 'Password', autoComplete: 'new-password' },
    {
      ...password,
      name: 'confirmPassword',
      label: 'Confirm Password',
      autoComplete: 'new-password',
    },
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
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
}

/** For the green check: both passwords match and are not empty. */
export function hasMatchingPasswords({ password, confirmPassword }: Fields): boolean {
  return password !== '' && password === confirmPassword
}

/** The inline messages (decision 21). */
export function findProblems(mode: AuthMode, fields: Fields): Problems {
  const problems: Problems = {}
  for (const { name, label } of FIELDS[mode]) {
    if (fields[name] === '') problems[name] = `${label} is required.`
  }
  if (!problems.email && emailKey(fields.email) === undefined) {
    problems.email = 'Enter a valid email address.'
  }
  const { password, confirmPassword } = fields
  if (mode === 'register' && confirmPassword !== '' && password !== confirmPassword) {
    problems.confirmPassword = messages.passwordsDiffer
  }
  return problems
}

/** The fields that the server's codes are about, where it names none. */
const FIELD_OF_CODE: Readonly<Record<string, FieldName>> = {
  email_taken: 'email',
  password_rejected: 'password',
} satisfies Partial<Record<ErrorCode, FieldName>>

/** The field of this mode that the server rejects (decision 25), or `form`. */
export function problemField(error: unknown, mode: AuthMode): FieldName | 'form' {
  const data = isRecord(error) ? error['data'] : undefined
  if (!isRecord(data)) return 'form'
  const first: unknown = Array.isArray(data['errors']) ? data['errors'][0] : undefined
  const field = isRecord(first) ? first['field'] : FIELD_OF_CODE[String(data['code'])]
  return FIELDS[mode].find(({ name }) => name === field)?.name ?? 'form'
}
