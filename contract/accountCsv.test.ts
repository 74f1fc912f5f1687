import { expect, test } from 'vitest'
import type { AccountExport } from './account.ts'
import { accountCsv } from './accountCsv.ts'

const NEVER = '2026-01-01T00:00:00.000Z'

/** What is stored about a reader of this name who has nothing else. */
const accountOf = (name: string): AccountExport => ({
  exportedAt: NEVER,
  account: { id: 'ada', name, email: 'ada@example.org', createdAt: NEVER, hasPassword: false },
  identities: [],
  preferences: [],
  favoriteBooks: [],
  favoriteAuthors: [],
  sessions: [],
  devices: [],
  picture: null,
})

test.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
  'a text that begins with %j is no formula',
  (sign) => {
    expect(accountCsv(accountOf(`${sign}1`))).toContain(`"account","ada","'${sign}1",`)
  },
)

test('the table has every text of the account', () => {
  const stored = accountOf('Ada')
  const table = accountCsv(stored)
  const lost = Object.entries(stored.account).filter(
    ([, value]) => typeof value === 'string' && !table.includes(`"${value}"`),
  )
  expect(lost).toEqual([])
})

test.each(['1=1', ' =1', "'=1", 'Ada "the" first'])('%j stays as it is', (name) => {
  const field = name.replaceAll('"', '""')
  expect(accountCsv(accountOf(name))).toContain(`"account","ada","${field}",`)
})
