import { randomBytes } from 'node:crypto'
import { createSessions } from '../../server/accounts/sessions.ts'
import type { Store } from '../../server/store/store.ts'

/** A reader who is signed in. */
export interface SessionReader {
  id: string
  bearer: { authorization: string }
}

/** Adds a reader with a session, without a password, whose hash costs more than a hundred requests. */
export async function addSessionReader(store: Store): Promise<SessionReader> {
  const id = randomBytes(12).toString('base64url')
  await store.users.add({
    id,
    name: 'Reader',
    email: `${id}@example.com`,
    emailKey: `${id.toLowerCase()}@example.com`,
    passwordHash: '$argon2id$not-a-hash',
    picture: null,
    createdAt: Date.now(),
  })
  const { token } = await createSessions(store).begin(id, { born: 'password', bound: false })
  return { id, bearer: { authorization: `Bearer ${token}` } }
}
