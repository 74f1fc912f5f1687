import { emailKey } from '../../../contract/email.ts'
import type { GoogleError } from '../../../contract/google.ts'
import { READER_NAME_MAX_LENGTH } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Session, Store, User } from '../../store/store.ts'
import { newUser } from '../newUser.ts'

/** A sign-in fails: `code` is for the reader, `reason` one word for the log, without personal data. */
export class GoogleProblem extends Error {
  readonly code: GoogleError
  readonly reason: string

  constructor(code: GoogleError, reason: string) {
    super(`${code} (${reason})`)
    this.code = code
    this.reason = reason
  }
}

/** What the provider says of a reader. */
export interface GoogleProfile {
  /** As it was sent; empty without one. */
  email: string
  /** `undefined` where the provider does not say, and the host does not trust its emails. */
  emailVerified: boolean | undefined
  /** The best first; any may be blank. */
  names: string[]
}

/** Whom a valid token of the provider names. */
export interface GoogleClaims {
  subject: string
  /** May cost a request to the provider, so only a new reader's is asked for. */
  profile: () => Promise<GoogleProfile>
}

/** Longest subject that OpenID Connect allows, in characters. */
const SUBJECT_MAX = 255

const toLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** The provider's name for the reader, shortened; without one, what is before the @. */
function readerName(names: readonly string[], email: string): string {
  const line = names.map(toLine).find((name) => name !== '')
  const letters = Array.from(line ?? email.split('@', 1).join(''))
  return letters.slice(0, READER_NAME_MAX_LENGTH).join('').trim()
}

/**
 * The reader whom the provider's token names, found by the subject alone, or a new one (docs/security.md 4). An
 * email that has an account is linked only where `holder`, the session that the browser has, is of that account
 * and has not ended: its owner need not be whoever registered it. A new reader's account keeps the language `chosen`.
 */
export async function readerOf(
  services: { store: Store; config: Pick<Config, 'registration'>; now: () => number },
  claims: GoogleClaims,
  holder: Session | undefined,
  chosen: User['language'] = null,
): Promise<{ user: User; isNewUser: boolean }> {
  const { store, config, now } = services
  const { subject } = claims
  if (subject === '' || subject.length > SUBJECT_MAX) {
    throw new GoogleProblem('google_failed', 'subject')
  }
  const identityOf = (userId: string) =>
    ({ provider: 'google', subject, userId, createdAt: now() }) as const

  const findLinked = () => store.identities.readerOf('google', subject)

  const linked = await findLinked()
  if (linked) return { user: linked, isNewUser: false }

  const { email, emailVerified, names } = await claims.profile()
  const key = emailKey(email)
  if (key === undefined) {
    throw new GoogleProblem('google_no_email', email === '' ? 'email_missing' : 'email_invalid')
  }
  if (!emailVerified) {
    throw new GoogleProblem('google_unverified', `email_verified_${emailVerified ?? 'absent'}`)
  }

  const owner = await store.users.byEmail(email)
  if (!owner) {
    if (config.registration === 'closed') {
      throw new GoogleProblem('google_registration_closed', 'registration_closed')
    }
    const address = email.trim()
    const name = readerName(names, address)
    const user = newUser({ name, email: address, emailKey: key, passwordHash: '' }, now(), chosen)
    if (await store.identities.addReader(user, identityOf(user.id))) {
      return { user, isNewUser: true }
    }
    // Another request made the account in between.
    return readerOf(services, claims, holder)
  }
  // So may one have done while the provider was asked.
  const made = await findLinked()
  if (made) return { user: made, isNewUser: false }
  if (owner.id !== holder?.userId) {
    throw owner.passwordHash === ''
      ? new GoogleProblem('google_other_account', 'email_of_other_subject')
      : new GoogleProblem('google_email_taken', 'email_taken')
  }
  if (await store.identities.add(identityOf(owner.id), { sessionId: holder.id })) {
    return { user: owner, isNewUser: false }
  }
  throw new GoogleProblem('google_other_account', 'linked_already')
}
