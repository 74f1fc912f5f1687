import type { Generated } from 'kysely'
import type { Identity, Session } from '../store.ts'

/**
 * The tables that both engines have in the same form, as Kysely reads them (migrations of each). Times
 * are milliseconds since 1970; every integer is below 2^53.
 */
export interface Tables {
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
  login_throttles: {
    account: Uint8Array
    recent: number
    last_at: number
    today: number
    today_from: number
  }
  login_devices: { user_id: string; secret_hash: Uint8Array; used_at: number }
  identities: {
    provider: Identity['provider']
    subject: string
    user_id: string
    created_at: number
  }
  google_sign_ins: {
    cookie_hash: Uint8Array
    salt: Uint8Array
    session_cookie_hash: Uint8Array | null
    expires_at: number
  }
  left_pictures: { name: string }
  preferences: { user_id: string; position: number; category: string }
  favorites: {
    seq: Generated<number>
    user_id: string
    book_id: string
    record: string
    added_at: number
  }
  favorite_authors: { seq: Generated<number>; user_id: string; author: string; added_at: number }
  book_sources: { source: string; slot: number; fingerprint: string; places: Generated<number> }
  books: { pop: number; id: string; source: string; record: string; picture: string | null }
  book_categories: { category: string; pop: number }
  book_authors: { author: string; pop: number }
  book_imports: {
    source: string
    input: string
    name: string
    started_at: number
    updated_at: number
    finished_at: number | null
    records: number
    added: number
    changed: number
    unchanged: number
    repeated: number
    held: number
    removed: number
    notes: string
    run_from: number
    run_to: number
  }
  book_imports_seen: { source: string; id: string }
}
