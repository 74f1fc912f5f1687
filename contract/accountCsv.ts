import type { AccountExport } from './account.ts'

/** What the columns hold, as the first line of the table says it. */
const COLUMNS = ['kind', 'id', 'value', 'detail', 'since', 'last seen', 'until'] as const

/** A line of the table; what is left out is empty. */
type Line = Partial<Record<(typeof COLUMNS)[number], string>> & { kind: string }

function linesOf(stored: AccountExport): Line[] {
  const { account, picture } = stored
  return [
    { kind: 'export', since: stored.exportedAt },
    {
      kind: 'account',
      id: account.id,
      value: account.name,
      detail: account.email,
      since: account.createdAt,
    },
    { kind: 'password', value: account.hasPassword ? 'kept as a hash' : 'none' },
    ...stored.identities.map(({ provider, subject, linkedAt }) => ({
      kind: 'identity',
      id: subject,
      value: provider,
      since: linkedAt,
    })),
    ...stored.preferences.map((value) => ({ kind: 'interest', value })),
    ...stored.favoriteBooks.map(({ id, title, authors, addedAt }) => ({
      kind: 'favorite book',
      id,
      value: title,
      detail: authors.join('; '),
      since: addedAt,
    })),
    ...stored.favoriteAuthors.map(({ name, addedAt }) => ({
      kind: 'favorite author',
      value: name,
      since: addedAt,
    })),
    ...stored.sessions.map(({ begun, createdAt, lastSeenAt, expiresAt }) => ({
      kind: 'session',
      value: begun,
      since: createdAt,
      'last seen': lastSeenAt,
      until: expiresAt,
    })),
    ...stored.devices.map(({ lastSeenAt }) => ({ kind: 'device', 'last seen': lastSeenAt })),
    ...(picture ? [{ kind: 'picture', value: picture.link, detail: picture.type }] : []),
  ]
}

// What a spreadsheet takes for the beginning of a formula, in both widths.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A field of a table in CSV. One that a spreadsheet would run as a formula gets an apostrophe in front, as
 * OWASP advises against CSV injection: titles, names and authors are other people's texts too.
 */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/**
 * An export as one CSV table (RFC 4180: every field quoted, CRLF after every line, the first names the
 * columns), UTF-8 with a byte order mark, without which spreadsheets guess another encoding. The
 * picture itself is only in the JSON form.
 */
export function accountCsv(stored: AccountExport): string {
  const lines = linesOf(stored).map((line) => COLUMNS.map((column) => csvField(line[column] ?? '')))
  const rows = [COLUMNS.map(csvField), ...lines].map((fields) => `${fields.join(',')}\r\n`)
  return `\uFEFF${rows.join('')}`
}
