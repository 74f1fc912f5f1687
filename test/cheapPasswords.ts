/** Has a server hash passwords cheaply: for tests, never for figures of time (server/accounts/passwords.ts). */
export const CHEAP_PASSWORDS = { TEST_CHEAP_PASSWORDS: 'on' } as const
