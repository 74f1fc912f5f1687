import { randomBytes } from 'node:crypto'
import type { User } from '../store/store.ts'

/** A user to add; one who signs in with Google has no password hash. */
export function newUser(
  user: Pick<User, 'name' | 'email' | 'emailKey' | 'passwordHash'>,
  createdAt: number,
  language: User['language'] = null,
): User {
  const id = randomBytes(12).toString('base64url')
  return { ...user, id, createdAt, disabledAt: null, language }
}
