import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { interestsOf } from '../categories.ts'
import { cleanDate, earliestOf } from '../dates.ts'
import type { Skipped } from '../record.ts'
import { field, list } from './json.ts'
import { ImportError, readLines, type Format, type Reading } from './input.ts'
import { authorsOf, readNames } from '../names.ts'
import { spelled, spellingsOf } from '../spellings.ts'

// Open Library's dumps: lines of type, key, revision, date and JSON, for works, editions and authors, in
// one file or several. They come in no order that helps, so they are joined in a database on the disk.

const NO_DUMP = 'not a line of a dump'
// More say nothing new.
const EDITIONS_MAX = 50
// So much of a series is read, whose name is cut to less.
const SERIES_TEXT_MAX = 300
// The keys of editions without a work, behind those of all works.
const OWN = 2 ** 40

/** `/works/OL123W` → 123. */
function numberOf(key: unknown): number | undefined {
  const found = typeof key === 'string' ? /\/OL(\d{1,12})[AMW]$/.exec(key)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

/** Texts are given plain or as `{type, value}`. */
function textValue(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : field(value, 'value')
  return typeof text === 'string' ? text : undefined
}

// Descriptions are in Markdown: links, emphasis, headings, rules and quotes become their text.
const MARKDOWN = spellingsOf('markdown')

/** A text that may be in Markdown as plain text in paragraphs. */
const plain = (markdown = ''): string => spelled(markdown, MARKDOWN).trim()

function authorKeysOf(value: unknown): number[] {
  return list(field(value, 'authors')).flatMap((item) => {
    // Works give `{author: {key}}`, editions `{key}`, older ones the key alone.
    const author = field(item, 'author') ?? item
    return numberOf(field(author, 'key') ?? author) ?? []
  })
}

/** `A Book Apart, No. 2`, `Everyday handbook series, 254`: only what has a number is no publisher's series. */
function numberedSeries(value: unknown) {
  const [, name, number] =
    /^(.*?)[\s,;:(-]+(?:no\.?|bk\.?|book|vol\.?|v\.?|#)?\s*(\d{1,4})\W*$/i.exec(
      textValue(value)?.slice(0, SERIES_TEXT_MAX) ?? '',
    ) ?? []
  return name === undefined ? undefined : { name, number }
}

const isCover = (id: unknown): id is number => typeof id === 'number' && id > 0

/** What is stored of a work or an edition. */
function partOf(value: unknown, isWork: boolean) {
  const own = isWork
    ? {
        description: plain(textValue(field(value, 'description'))?.slice(0, 20_000)) || undefined,
        subjects: list(field(value, 'subjects')).slice(0, 60),
        date: field(value, 'first_publish_date'),
      }
    : {
        isbns: [...list(field(value, 'isbn_13')), ...list(field(value, 'isbn_10'))].slice(0, 4),
        date: field(value, 'publish_date'),
        scan: field(value, 'ocaid'),
        language: field(list(field(value, 'languages'))[0], 'key'),
        original: field(value, 'translation_of') ?? list(field(value, 'work_titles'))[0],
        series: list(field(value, 'series'))[0],
      }
  return {
    ...own,
    title: field(value, 'title'),
    subtitle: field(value, 'subtitle'),
    cover: list(field(value, 'covers')).find(isCover),
    authors: authorKeysOf(value),
  }
}
type Part = ReturnType<typeof partOf>

// Works have keys below zero.
const SCHEMA = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -65536;
  CREATE TABLE authors (key INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE records (key INTEGER PRIMARY KEY, work INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE redirects (
    kind TEXT NOT NULL, key INTEGER NOT NULL, target INTEGER NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
`

// Where each chain of up to five redirects ends; one that leads into a loop ends nowhere.
const JOIN = `
  CREATE TABLE ends AS
    WITH RECURSIVE chain (kind, key, target, length) AS (
      SELECT kind, key, target, 1 FROM redirects
      UNION ALL
      SELECT chain.kind, chain.key, redirects.target, length + 1
      FROM chain JOIN redirects ON redirects.kind = chain.kind AND redirects.key = chain.target
      WHERE length < 5
    )
    SELECT kind, key, target FROM chain
    WHERE NOT EXISTS (SELECT 1 FROM redirects WHERE kind = chain.kind AND key = chain.target);
  CREATE UNIQUE INDEX ends_by_key ON ends (kind, key);
  UPDATE records SET work = ends.target
  FROM ends WHERE ends.kind = 'W' AND ends.key = records.work AND records.key > 0;
  -- At once and at the end: sorted, it is written through only once.
  CREATE INDEX records_by_work ON records (work, key);
`

// Of values nested deeper than JavaScript or SQLite writes them.
const isNestedTooDeep = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && error.message === 'malformed JSON')

/** Stores one line in its table; returns why that cannot be done. */
function createSorter(database: DatabaseSync): (line: string) => string | undefined {
  const addAuthor = database.prepare('INSERT OR REPLACE INTO authors VALUES (?, ?)')
  const addRedirect = database.prepare('INSERT OR REPLACE INTO redirects VALUES (?, ?, ?)')
  const addRecord = database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, json(?))')
  return (line) => {
    const [type = '', key = '', , , ...json] = line.split('\t')
    if (json.length === 0 || !type.startsWith('/type/')) return NO_DUMP
    if (!['/type/author', '/type/work', '/type/edition', '/type/redirect'].includes(type)) {
      return `not a book (${type})`
    }
    const number = numberOf(key)
    if (number === undefined) return 'no usable key'
    try {
      const value: unknown = JSON.parse(json.join('\t'))
      if (type === '/type/redirect') {
        const location = field(value, 'location')
        const target = numberOf(location)
        const kind = key.slice(-1)
        if (target === undefined || !String(location).endsWith(kind)) return 'a redirect to nothing'
        addRedirect.run(kind, number, target)
      } else if (type === '/type/author') {
        const name = textValue(field(value, 'name')) ?? textValue(field(value, 'personal_name'))
        if (name === undefined) return 'an author without a name'
        addAuthor.run(number, name)
      } else if (type === '/type/work') {
        addRecord.run(-number, number, JSON.stringify(partOf(value, true)))
      } else {
        const work = numberOf(field(list(field(value, 'works'))[0], 'key')) ?? OWN + number
        addRecord.run(number, work, JSON.stringify(partOf(value, false)))
      }
      return undefined
    } catch (error) {
      if (error instanceof SyntaxError) return 'broken JSON'
      if (isNestedTooDeep(error)) return 'nested too deep'
      throw error
    }
  }
}

/** A work with its editions and authors, as far as the dump has them. */
interface Work {
  key: string
  work: Partial<Part>
  editions: Part[]
  /** As the dump has them. */
  authors: string[]
  /** Of its editions, those beyond `EDITIONS_MAX` too. */
  count: number
}

const noDump = (name: string) => new ImportError(`${name} is not a dump of Open Library.`)

/** Reads the whole dump into the database; what cannot be stored of it comes back. */
async function* storeDump(database: DatabaseSync, { input, meter, onWork, signal }: Reading) {
  const sort = createSorter(database)
  const skipped: Skipped[] = []
  let lines = 0
  let isDump = false
  database.exec('BEGIN')
  for (const file of input.files) {
    for await (const group of readLines(file, meter)) {
      for (const line of group) {
        const why = typeof line === 'string' ? sort(line) : line.skipped
        isDump ||= typeof line === 'string' && why !== NO_DUMP
        const { example } = typeof line === 'string' ? { example: line.slice(0, 60) } : line
        if (why !== undefined) skipped.push({ skipped: why, example })
      }
      lines += group.length
      if (!isDump && lines >= 100) throw noDump(file.path)
      onWork('Reading the dump', meter.read / Math.max(1, meter.total))
      if (signal.aborted) return
      yield skipped.splice(0)
    }
  }
  if (!isDump) throw noDump(input.name)
  database.exec('COMMIT')
  onWork('Joining works and editions', 1)
  database.exec(JOIN)
}

/** The joined works in the order of their keys. */
function* joined(database: DatabaseSync): Generator<Work> {
  const authorName = database.prepare(`
    SELECT name FROM authors
    WHERE key IN (?1, (SELECT target FROM ends WHERE kind = 'A' AND key = ?1))
    ORDER BY key <> ?1 LIMIT 1
  `)
  const works = database.prepare(`
    SELECT work, max(CASE WHEN key < 0 THEN record END) AS record,
      json_group_array(json(record) ORDER BY key) FILTER (WHERE key > 0) AS editions
    FROM records GROUP BY work ORDER BY work
  `)
  for (const row of works.iterate()) {
    const number = Number(row['work'])
    const work: Partial<Part> = JSON.parse(String(row['record'] ?? '{}'))
    const editions: Part[] = JSON.parse(String(row['editions']))
    const shown = editions.slice(0, EDITIONS_MAX)
    const { authors = [] } = [work, ...shown].find(({ authors }) => authors?.length) ?? {}
    const names = authors.map((author) => textValue(authorName.get(author)?.['name']) ?? '')
    yield {
      key: number >= OWN ? `OL${number - OWN}M` : `OL${number}W`,
      work,
      editions: shown,
      authors: names,
      count: editions.length,
    }
  }
}

/** Open Library: its dumps of works, editions and authors, in one file or a folder of several. */
export const openLibrary: Format<Work | Skipped> = {
  async *read(reading) {
    const { meter, folder, signal } = reading
    const file = join(folder, 'open-library.tmp')
    rmSync(file, { force: true })
    const database = new DatabaseSync(file)
    try {
      database.exec(SCHEMA)
      yield* storeDump(database, reading)
      if (signal.aborted) return
      const total = database.prepare('SELECT count(DISTINCT work) AS n FROM records')
      // From here on the progress is that through the works.
      meter.read = 0
      meter.total = Number(total.get()?.['n'])
      for (const work of joined(database)) {
        meter.read += 1
        yield [work]
      }
    } finally {
      database.close()
      rmSync(file, { force: true })
    }
  },

  map(raw) {
    if ('skipped' in raw) return raw
    const { key, work, editions, count } = raw
    const authors = authorsOf(raw.authors.flatMap(readNames))
    const parts = [work, ...editions]
    const first = (name: 'title' | 'subtitle' | 'original' | 'series') =>
      parts.map((part) => part[name]).find((found) => found !== undefined && found !== null)
    const cover = parts.find((part) => part.cover !== undefined)?.cover
    const scan = editions.map((edition) => edition.scan).find((id) => typeof id === 'string')
    const dates = editions.flatMap(({ date }) => cleanDate(date) ?? [])
    const hasScan = scan !== undefined && /^[\w.-]+$/.test(scan)
    return {
      id: `ol_${key}`,
      title: first('title'),
      subtitle: first('subtitle'),
      originalTitle: first('original'),
      series: numberedSeries(first('series')),
      authors,
      description: work.description,
      publishedDate: cleanDate(work.date) ?? earliestOf(dates),
      categories: interestsOf(work.subjects ?? [], 'Non-Fiction'),
      subjects: work.subjects ?? [],
      identifiers: editions.flatMap(({ isbns = [] }) => isbns).slice(0, 8),
      picture: cover ? `https://covers.openlibrary.org/b/id/${cover}-L.jpg` : undefined,
      webReaderLink: hasScan ? `https://archive.org/details/${scan}` : undefined,
      // How often it was published (1 edition 6, 10: 21, 100: 40, 1,000: 60), and what readers can judge it by.
      popularity:
        Math.min(70, 20 * Math.log10(1 + count)) + (work.description ? 3 : 0) + (cover ? 3 : 0),
      languages: editions.map(({ language }) => language),
      example: key,
    }
  },
}
