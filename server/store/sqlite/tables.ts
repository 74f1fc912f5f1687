import type { Generated } from 'kysely'
import type { Session } from '../store.ts'

/** The accounts' half of the SQLite schema (migration 0001), as Kysely reads it. */
export interface AccountTables {
  users: {
    id: string
    name: string
    email: string
    email_key: string
    password_hash: string
    picture: string | null
    created_at: number
  }
  sessions: {
    id: string
    user_id: string
    token_hash: Uint8Array
    cookie_hash: Uint8Array
    born: Session['born']
    bound: number
    created_at: number
    last_seen_at: number
    expires_at: number
  }
  preferences: { user_id: string; position: number; category: string }
  favorites: { seq: Generated<number>; user_id: string; book_id: string; added_at: number }
  favorite_authors: { seq: Generated<number>; user_id: string; author: string; added_at: number }
}
