import type { FakeUser } from './builders.ts'

/** The reader of the scenarios. The password serves for logging in by hand. */
export const READER = {
  id: 'reader-1',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse',
} as const satisfies Partial<FakeUser>
