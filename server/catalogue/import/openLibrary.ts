import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { interestsOf } from '../categoryMap.ts'
import { cleanDate, languageCode } from '../normalise.ts'
import { field, list } from '../volume.ts'
import { imported, type Format, type Reading, type Skipped } from './format.ts'
import { ImportError, readLines } from './input.ts'
import { authorsOf, readNames } from './names.ts'

// Open Library's dumps: lines of type, key, revision, date and JSON, for works, editions and authors, in
// one file or several. They come in no order that helps, so they are joined in a database on the disk.

/** What is stored of a work or an edition. */
interface Part {
  title: unknown
  subtitle: unknown
  description?: string | undefined
  subjects?: unknown[]
  isbns?: unknown[]
  date: unknown
  cover?: number | undefined
  scan?: unknown
  language?: unknown
  original?: unknown
  series?: unknown
  authors: number[]
}

/** A work with its editions and authors, as far as the dump has them. */
interface Joined {
  key: string
  work: Partial<Part>
  editions: Part[]
  authors: string[]
  count: number
}

const NO_DUMP = 'not a line of a dump'
const STEP = 5000
const GROUP = 500
// More say nothing new.
const EDITIONS_MAX = 50
// The keys of editions without a work, behind those of all works.
const OWN = 2 ** 40

/** `/works/OL123W` → 123. */
function numberOf(key: unknown): number | undefined {
  const found = typeof key === 'string' ? /\/OL(\d{1,12})[AMW]$/.exec(key)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

/** Texts are given plain or as `{type, value}`. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : field(value, 'value')
  return typeof text === 'string' ? text : undefined
}

// Descriptions are in Markdown: links, emphasis, headings, rules and quotes become their text.
const MARKDOWN: readonly [RegExp, string][] = [
  [/\r\n/g, '\n'],
  [/^ {0,3}\[[^\]\n]+\]: *\S+.*$/gm, ''],
  [/!\[[^\]\n]*\]\([^)\n]*\)/g, ''],
  [/\[([^\]\n]+)\](?:\([^)\n]*\)| ?\[[^\]\n]*\])/g, '$1'],
  [/^ {0,3}(?:[-*_] ?){3,}$/gm, ''],
  [/^ {0,3}(?:#{1,6} +|> ?)/gm, ''],
  [/^( *)[*+] +/gm, '$1- '],
  [/(?<![\p{L}\p{N}\\*_])([*_]{1,3})(?=[^\s*_])(.{0,300}?[^\s*_\\])\1(?![\p{L}\p{N}*_])/gu, '$2'],
  [/`(.+?)`|<(https?:[^>\s]+)>/g, '$1$2'],
  [/\\([\\`*_{}[\]()#+.!>-])/g, '$1'],
  [/\((?:source|via)\)/gi, ''],
]

/** A text that may be in Markdown as plain text in paragraphs. */
const plain = (markdown = ''): string =>
  MARKDOWN.reduce((text, [from, to]) => text.replace(from, to), markdown).trim()

const coverOf = (value: unknown): number | undefined =>
  list(field(value, 'covers')).find((id): id is number => typeof id === 'number' && id > 0)

function authorKeysOf(value: unknown): number[] {
  return list(field(value, 'authors')).flatMap((item) => {
    // Works give `{author: {key}}`, editions `{key}`, older ones the key alone.
    const author = field(item, 'author') ?? item
    return numberOf(field(author, 'key') ?? author) ?? []
  })
}

const editionOf = (value: unknown): Part => ({
  title: field(value, 'title'),
  subtitle: field(value, 'subtitle'),
  isbns: [...list(field(value, 'isbn_13')), ...list(field(value, 'isbn_10'))].slice(0, 4),
  date: field(value, 'publish_date'),
  cover: coverOf(value),
  scan: field(value, 'ocaid'),
  language: field(list(field(value, 'languages'))[0], 'key'),
  original: field(value, 'translation_of') ?? list(field(value, 'work_titles'))[0],
  series: list(field(value, 'series'))[0],
  authors: authorKeysOf(value),
})

/** `A Book Apart, No. 2`, `Everyday handbook series, 254`: only what has a number is no publisher's series. */
function seriesOf(value: unknown) {
  const [, name, number] =
    /^(.*?)[\s,;:(-]+(?:no\.?|bk\.?|book|vol\.?|v\.?|#)?\s*(\d{1,4})\W*$/i.exec(
      textOf(value) ?? '',
    ) ?? []
  return name === undefined ? undefined : { name, number }
}

const workOf = (value: unknown): Part => ({
  title: field(value, 'title'),
  subtitle: field(value, 'subtitle'),
  description: plain(textOf(field(value, 'description'))?.slice(0, 20_000)) || undefined,
  subjects: list(field(value, 'subjects')).slice(0, 60),
  date: field(value, 'first_publish_date'),
  cover: coverOf(value),
  authors: authorKeysOf(value),
})

const SCHEMA = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -65536;
  CREATE TABLE authors (key INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE works (key INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE editions (key INTEGER PRIMARY KEY, work INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE redirects (
    kind TEXT NOT NULL, key INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE problems (kind TEXT NOT NULL, example TEXT NOT NULL) STRICT;
`

// Where each chain of redirects ends; one that leads into a loop ends nowhere.
const FOLLOW_REDIRECTS = `
  CREATE TABLE ends AS
    WITH RECURSIVE chain (kind, key, target, length) AS (
      SELECT kind, key, target, 1 FROM redirects
      UNION ALL
      SELECT chain.kind, chain.key, redirects.target, length + 1
      FROM chain JOIN redirects ON redirects.kind = chain.kind AND redirects.key = chain.target
      WHERE length < 100
    )
    SELECT kind, key, target FROM chain
    WHERE NOT EXISTS (SELECT 1 FROM redirects WHERE kind = chain.kind AND key = chain.target);
  CREATE UNIQUE INDEX ends_by_key ON ends (kind, key);
  UPDATE editions SET work = ends.target FROM ends WHERE ends.kind = 'W' AND ends.key = editions.work;
`

/** Stores one line in its table; returns why that cannot be done. */
function createSorter(database: DatabaseSync): (line: string) => string | undefined {
  const addAuthor = database.prepare('INSERT OR REPLACE INTO authors VALUES (?, ?)')
  const addWork = database.prepare('INSERT OR REPLACE INTO works VALUES (?, ?)')
  const addRedirect = database.prepare('INSERT OR REPLACE INTO redirects VALUES (?, ?, ?)')
  const addEdition = database.prepare('INSERT OR REPLACE INTO editions VALUES (?, ?, ?)')
  return (line) => {
    const [type = '', key = '', , , ...json] = line.split('\t')
    if (json.length === 0 || !type.startsWith('/type/')) return NO_DUMP
    if (!['/type/author', '/type/work', '/type/edition', '/type/redirect'].includes(type)) {
      return `not a book (${type})`
    }
    const number = numberOf(key)
    if (number === undefined) return 'no usable key'
    let value: unknown
    try {
      value = JSON.parse(json.join('\t'))
    } catch {
      return 'broken JSON'
    }
    if (type === '/type/redirect') {
      const location = field(value, 'location')
      const target = numberOf(location)
      const kind = key.slice(-1)
      if (target === undefined || !String(location).endsWith(kind)) return 'a redirect to nothing'
      addRedirect.run(kind, number, target)
    } else if (type === '/type/author') {
      const name = textOf(field(value, 'name')) ?? textOf(field(value, 'personal_name'))
      if (name === undefined) return 'an author without a name'
      addAuthor.run(number, name)
    } else if (type === '/type/work') {
      addWork.run(number, JSON.stringify(workOf(value)))
    } else {
      const work = numberOf(field(list(field(value, 'works'))[0], 'key')) ?? OWN + number
      addEdition.run(number, work, JSON.stringify(editionOf(value)))
    }
    return undefined
  }
}

const noDump = (name: string) => new ImportError(`${name} is not a dump of Open Library.`)

/** Reads the whole dump into the database. */
async function storeDump(database: DatabaseSync, { input, meter, onWork, signal }: Reading) {
  const sort = createSorter(database)
  const problem = database.prepare('INSERT INTO problems VALUES (?, ?)')
  let lines = 0
  let isDump = false
  let committed = 0
  database.exec('BEGIN')
  for (const file of input.files) {
    for await (const group of readLines(file, meter)) {
      for (const line of group) {
        const why = typeof line === 'string' ? sort(line) : line.skipped
        isDump ||= why !== NO_DUMP
        if (why !== undefined) problem.run(why, typeof line === 'string' ? line.slice(0, 60) : '')
      }
      lines += group.length
      if (!isDump && lines >= 100) throw noDump(file.path)
      if (lines - committed < STEP) continue
      committed = lines
      database.exec('COMMIT; BEGIN')
      onWork('Reading the dump', meter.total === 0 ? 1 : meter.read / meter.total)
      if (signal.aborted) return
    }
  }
  if (!isDump) throw noDump(input.name)
  database.exec('COMMIT')
  onWork('Joining works and editions', 1)
  database.exec(FOLLOW_REDIRECTS)
  // At once and at the end: sorted, it is written through only once.
  database.exec('CREATE INDEX editions_by_work ON editions (work, key)')
}

/** A record that was stored here. */
function parsed(record: unknown): Part {
  const part: Part = JSON.parse(String(record))
  return part
}

/** What could not be read, then the joined works in the order of their keys. */
function* joined(database: DatabaseSync): Generator<Joined | Skipped> {
  const problems = database.prepare('SELECT kind, example FROM problems ORDER BY rowid')
  for (const { kind, example } of problems.iterate()) {
    yield { skipped: String(kind), example: String(example) }
  }
  const workOf = database.prepare('SELECT record FROM works WHERE key = ?')
  const editionsOf = database.prepare(
    `SELECT record FROM editions WHERE work = ? ORDER BY key LIMIT ${EDITIONS_MAX}`,
  )
  const countOf = database.prepare('SELECT count(*) AS n FROM editions WHERE work = ?')
  const nameOf = database.prepare(`
    SELECT name FROM authors
    WHERE key IN (?1, (SELECT target FROM ends WHERE kind = 'A' AND key = ?1))
    ORDER BY key <> ?1 LIMIT 1
  `)
  const keys = database.prepare('SELECT key FROM works UNION SELECT work FROM editions ORDER BY 1')
  for (const { key } of keys.iterate()) {
    const number = Number(key)
    const row = workOf.get(number)
    const editions = editionsOf.all(number).map(({ record }) => parsed(record))
    const work: Partial<Part> = row ? parsed(row['record']) : {}
    const authors =
      [work, ...editions].find(({ authors = [] }) => authors.length > 0)?.authors ?? []
    yield {
      key: number >= OWN ? `OL${number - OWN}M` : `OL${number}W`,
      work,
      editions,
      authors: authorsOf(
        authors.flatMap((author) => {
          const name = nameOf.get(author)?.['name']
          return typeof name === 'string' ? readNames(name) : []
        }),
      ),
      count: Number(countOf.get(number)?.['n']),
    }
  }
}

/**
 * How well known, 0 to 100: how often it was published (1 edition 6, 10: 21, 100: 40, 1,000: 60), and
 * what readers can judge it by.
 */
function popularityOf(count: number, described: boolean, covered: boolean): number {
  return Math.min(70, 20 * Math.log10(1 + count)) + (described ? 3 : 0) + (covered ? 3 : 0)
}

/** Open Library: its dumps of works, editions and authors, in one file or a folder of several. */
export const openLibrary: Format<Joined | Skipped> = {
  async *read(reading) {
    const { meter, folder, signal } = reading
    const file = join(folder, 'open-library.tmp')
    rmSync(file, { force: true })
    const database = new DatabaseSync(file)
    try {
      database.exec(SCHEMA)
      await storeDump(database, reading)
      if (signal.aborted) return
      const total = database.prepare(
        'SELECT (SELECT count(*) FROM works) + (SELECT count(*) FROM problems) AS n',
      )
      // From here on the progress is that through the works.
      meter.read = 0
      meter.total = Math.max(1, Number(total.get()?.['n']))
      let group: (Joined | Skipped)[] = []
      for (const work of joined(database)) {
        meter.read += 1
        if (group.push(work) < GROUP) continue
        yield group
        group = []
      }
      yield group
    } finally {
      database.close()
      rmSync(file, { force: true })
    }
  },

  async map(raw, coverVersion) {
    if ('skipped' in raw) return raw
    const { key, work, editions, authors, count } = raw
    const parts = [work, ...editions]
    const first = (name: 'title' | 'subtitle' | 'original' | 'series') =>
      parts.map((part) => part[name]).find((found) => found !== undefined && found !== null)
    const cover = parts.find((part) => part.cover !== undefined)?.cover
    const scan = editions.map((edition) => edition.scan).find((id) => typeof id === 'string')
    const dates = editions.flatMap(({ date }) => cleanDate(date) ?? [])
    const [earliest] = dates.toSorted(
      (one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
    )
    const languages = editions.flatMap(
      ({ language }) => languageCode(String(language).replace('/languages/', '')) ?? [],
    )
    return imported(
      {
        id: `ol_${key}`,
        title: first('title'),
        subtitle: first('subtitle'),
        originalTitle: first('original'),
        series: seriesOf(first('series')),
        authors,
        description: work.description,
        publishedDate: cleanDate(work.date) ?? earliest,
        categories: interestsOf(work.subjects ?? [], 'Non-Fiction'),
        identifiers: editions.flatMap(({ isbns = [] }) => isbns).slice(0, 8),
        ...(cover !== undefined && {
          picture: `https://covers.openlibrary.org/b/id/${cover}-L.jpg`,
        }),
        ...(scan !== undefined &&
          /^[\w.-]+$/.test(scan) && { webReaderLink: `https://archive.org/details/${scan}` }),
      },
      {
        popularity: popularityOf(count, work.description !== undefined, cover !== undefined),
        languages: [...new Set(languages)],
        example: key,
      },
      coverVersion,
    )
  },
}
