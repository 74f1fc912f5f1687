import type { AccountExport } from './account.ts'

/** The names of the columns, for the first line of the table. */
const COLUMNS = ['kind', 'id', 'value', 'detail', 'since', 'last seen', 'until']

/** The lines of the table before the favorite books; columns missing at the end of a line are empty. */
function linesOf(stored: AccountExport): string[][] {
  const { account, identities, favoriteAuthors, sessions, devices, picture } = stored
  return [
    ['export', '', '', '', stored.exportedAt],
    ['account', account.id, account.name, account.email, account.createdAt],
    ['password', '', account.hasPassword ? 'kept as a hash' : 'none'],
    ...identities.map((one) => ['identity', one.subject, one.provider, '', one.linkedAt]),
    ...stored.preferences.map((interest) => ['interest', '', interest]),
    ...favoriteAuthors.map(({ name, alsoAs, addedAt }) => {
      return ['favorite author', '', name, alsoAs.join('; '), addedAt]
    }),
    ...sessions.map((session) => [
      'session',
      '',
      session.begun,
      [session.browser, session.system].filter(Boolean).join(', '),
      session.createdAt,
      session.lastSeenAt,
      session.expiresAt,
    ]),
    ...devices.map(({ lastSeenAt }) => ['device', '', '', '', '', lastSeenAt]),
    ...(picture ? [['picture', '', picture.link, picture.type]] : []),
  ]
}

// What a spreadsheet takes for the start of a formula, in both widths.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A field of a table in CSV. One that a spreadsheet would run as a formula gets an apostrophe in front, as
 * OWASP advises against CSV injection: titles, names and authors are other people's texts too.
 */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const rowsOf = (lines: readonly string[][]): string =>
  lines
    .map((line) => `${COLUMNS.map((_name, at) => csvField(line[at] ?? '')).join(',')}\r\n`)
    .join('')

/** The last lines of the table, a piece of it at a time. */
export const favoritesCsv = (books: AccountExport['favoriteBooks']): string =>
  rowsOf(
    books.map(({ id, title, authors, addedAt }) => [
      'favorite book',
      id,
      title,
      authors.join('; '),
      addedAt,
    ]),
  )

/**
 * An export as one CSV table (RFC 4180: every field quoted, CRLF after every line, the first names the
 * columns), UTF-8 with a byte order mark, without which spreadsheets guess another encoding. The
 * picture itself is only in the JSON form.
 */
export const accountCsv = (stored: AccountExport): string =>
  `\uFEFF${rowsOf([COLUMNS, ...linesOf(stored)])}${favoritesCsv(stored.favoriteBooks)}`
