import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { field } from '../volume.ts'
import { interestsOf } from '../categoryMap.ts'
import { cleanDate, languageCode } from '../normalise.ts'
import { imported, type Format, type Reading } from './format.ts'
import { ImportError, readLines, type Line } from './input.ts'

// Open Library's dumps: lines of type, key, revision, date and JSON, for works, editions and authors, in
// one file or several. They come in no order that helps, so they are joined in a database on the disk.

/** A work with its editions and authors, as far as the dump has them. */
type Raw =
  | { key: string; work: unknown; editions: unknown[]; authors: string[]; count: number }
  | { broken: string; example: string }

/** What is kept of an edition. */
interface Edition {
  title: unknown
  subtitle: unknown
  isbns: unknown[]
  date: unknown
  cover: number | undefined
  scan: string | undefined
  language: string | undefined
  authors: unknown
}

const NO_DUMP = 'not a line of a dump'
const STEP = 5000
const GROUP = 500
// More say nothing new.
const EDITIONS_MAX = 50
// The last of its kind, behind all works.
const OWN = 2 ** 40

/** `/works/OL123W` → 123. */
function numberOf(key: unknown): number | undefined {
  const found = typeof key === 'string' ? /\/OL(\d{1,12})[AMW]$/.exec(key)?.[1] : undefined
  return found === undefined ? undefined : Number(found)
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Texts are given plain or as `{type, value}`. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : field(value, 'value')
  return typeof text === 'string' ? text : undefined
}

function authorNumbers(value: unknown): number[] {
  return list(value).flatMap((item) => {
    // Works give `{author: {key}}`, editions `{key}`, older ones the key alone.
    const author = field(item, 'author') ?? item
    return numberOf(field(author, 'key') ?? author) ?? []
  })
}

function compactEdition(value: unknown): Edition {
  const cover = list(field(value, 'covers')).find((id) => typeof id === 'number' && id > 0)
  const scan = field(value, 'ocaid')
  const language = field(list(field(value, 'languages'))[0], 'key')
  return {
    title: field(value, 'title'),
    subtitle: field(value, 'subtitle'),
    isbns: [...list(field(value, 'isbn_13')), ...list(field(value, 'isbn_10'))].slice(0, 4),
    date: field(value, 'publish_date'),
    cover: typeof cover === 'number' ? cover : undefined,
    scan: typeof scan === 'string' ? scan : undefined,
    language: typeof language === 'string' ? language.replace('/languages/', '') : undefined,
    authors: authorNumbers(field(value, 'authors')),
  }
}

function compactWork(value: unknown): unknown {
  const covers = list(field(value, 'covers')).filter((id) => typeof id === 'number' && id > 0)
  return {
    title: field(value, 'title'),
    subtitle: field(value, 'subtitle'),
    description: textOf(field(value, 'description'))?.slice(0, 20_000),
    subjects: list(field(value, 'subjects')).slice(0, 60),
    date: field(value, 'first_publish_date'),
    cover: covers[0],
    authors: authorNumbers(field(value, 'authors')),
  }
}

const SCHEMA = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -65536;
  CREATE TABLE authors (key INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE works (key INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE editions (key INTEGER PRIMARY KEY, work INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
  CREATE TABLE problems (kind TEXT NOT NULL, example TEXT NOT NULL) STRICT;
`

/** Puts one line where it belongs; answers why that cannot be. */
function createSorter(database: DatabaseSync): (line: Line) => string | undefined {
  const into = (table: string, columns: string) =>
    database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${columns})`)
  const addAuthor = into('authors', '?, ?')
  const addWork = into('works', '?, ?')
  const addEdition = into('editions', '?, ?, ?')
  return (line) => {
    if (typeof line !== 'string') return 'a line longer than 4 MB'
    const columns = line.split('\t')
    const [type = '', key = ''] = columns
    if (columns.length < 5 || !type.startsWith('/type/')) return NO_DUMP
    const number = numberOf(key)
    if (!['/type/author', '/type/work', '/type/edition'].includes(type)) {
      return `not a book (${type})`
    }
    if (number === undefined) return 'no usable key'
    let value: unknown
    try {
      value = JSON.parse(columns.slice(4).join('\t'))
    } catch {
      return 'broken JSON'
    }
    if (type === '/type/author') {
      const name = textOf(field(value, 'name')) ?? textOf(field(value, 'personal_name'))
      if (name === undefined) return 'an author without a name'
      addAuthor.run(number, name)
    } else if (type === '/type/work') {
      addWork.run(number, JSON.stringify(compactWork(value)))
    } else {
      const work = numberOf(field(list(field(value, 'works'))[0], 'key')) ?? OWN + number
      addEdition.run(number, work, JSON.stringify(compactEdition(value)))
    }
    return undefined
  }
}

/** Reads the whole dump into the database. */
async function join3(database: DatabaseSync, { input, meter, onWork, signal }: Reading) {
  const sort = createSorter(database)
  const problem = database.prepare('INSERT INTO problems VALUES (?, ?)')
  let lines = 0
  let sound = 0
  let step = 0
  const check = (name: string, least: number) => {
    if (sound === 0 && lines >= least)
      throw new ImportError(`${name} is not a dump of Open Library.`)
  }
  database.exec('BEGIN')
  for (const file of input.files) {
    for await (const group of readLines(file, meter)) {
      for (const line of group) {
        lines += 1
        const why = sort(line)
        if (why !== NO_DUMP) sound += 1
        if (why !== undefined) problem.run(why, (typeof line === 'string' ? line : '').slice(0, 60))
      }
      check(file.path, 100)
      if (lines - step < STEP) continue
      step = lines
      database.exec('COMMIT; BEGIN')
      onWork('Reading the dump', meter.total === 0 ? 1 : meter.read / meter.total)
      if (signal.aborted) return
    }
  }
  check(input.name, 0)
  database.exec('COMMIT')
  onWork('Joining works and editions', 1)
  // At once and at the end: sorted, it is written through only once.
  database.exec('CREATE INDEX editions_by_work ON editions (work, key)')
}

function parsed(text: unknown): unknown {
  return JSON.parse(String(text))
}

/** The joined works, in the order of their keys. */
function* works(database: DatabaseSync): Generator<Raw> {
  const problems = database.prepare('SELECT kind, example FROM problems ORDER BY rowid')
  for (const { kind, example } of problems.iterate()) {
    yield { broken: String(kind), example: String(example) }
  }
  const workOf = database.prepare('SELECT record FROM works WHERE key = ?')
  const editionsOf = database.prepare(
    `SELECT record FROM editions WHERE work = ? ORDER BY key LIMIT ${EDITIONS_MAX}`,
  )
  const countOf = database.prepare('SELECT count(*) AS n FROM editions WHERE work = ?')
  const nameOf = database.prepare('SELECT name FROM authors WHERE key = ?')
  const keys = database.prepare('SELECT key FROM works UNION SELECT work FROM editions ORDER BY 1')
  for (const { key } of keys.iterate()) {
    const number = Number(key)
    const row = workOf.get(number)
    const editions = editionsOf.all(number).map(({ record }) => parsed(record))
    const work = row === undefined ? undefined : parsed(row['record'])
    const own = list(field(work, 'authors'))
    const numbers =
      own.length > 0
        ? own
        : list(
            field(
              editions.find((e) => list(field(e, 'authors')).length > 0),
              'authors',
            ),
          )
    const authors = numbers.flatMap((author) => {
      const name = nameOf.get(Number(author))?.['name']
      return typeof name === 'string' ? [name] : []
    })
    const count = Number(countOf.get(number)?.['n'])
    yield {
      key: number >= OWN ? `OL${number - OWN}M` : `OL${number}W`,
      work,
      editions,
      authors,
      count,
    }
  }
}

/**
 * How well known, 0 to 100: how often it was published (1 edition 6, 10: 21, 100: 40, 1,000: 60), and
 * what readers can judge it by.
 */
function worthOf(count: number, described: boolean, covered: boolean): number {
  return Math.min(70, 20 * Math.log10(1 + count)) + (described ? 3 : 0) + (covered ? 3 : 0)
}

/** Open Library: its dumps of works, editions and authors, in one file or a folder of several. */
export const openLibrary: Format<Raw> = {
  async *read(reading) {
    const { meter, folder, signal } = reading
    const file = join(folder, 'open-library.tmp')
    rmSync(file, { force: true })
    const database = new DatabaseSync(file)
    try {
      database.exec(SCHEMA)
      await join3(database, reading)
      if (signal.aborted) return
      const { n } = database
        .prepare('SELECT (SELECT count(*) FROM works) + (SELECT count(*) FROM problems) AS n')
        .get() ?? { n: 0 }
      // From here on the progress is that through the works.
      meter.read = 0
      meter.total = Math.max(1, Number(n))
      let group: Raw[] = []
      for (const work of works(database)) {
        group.push(work)
        if (group.length < GROUP) continue
        meter.read += group.length
        yield group
        group = []
      }
      if (group.length > 0) yield group
    } finally {
      database.close()
      rmSync(file, { force: true })
    }
  },

  async map(raw, drawing) {
    if ('broken' in raw) return { skipped: raw.broken, example: raw.example }
    const { key, work, editions, authors, count } = raw
    const of = (name: string) =>
      field(work, name) ??
      editions
        .map((edition) => field(edition, name))
        .find((found) => found !== undefined && found !== null)
    const covers = [field(work, 'cover'), ...editions.map((edition) => field(edition, 'cover'))]
    const cover = covers.find((id) => typeof id === 'number')
    const scan = editions
      .map((edition) => field(edition, 'scan'))
      .find((id) => typeof id === 'string')
    const dates = editions.flatMap((edition) => cleanDate(field(edition, 'date')) ?? [])
    const first = dates.toSorted(
      (one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
    )[0]
    const description = field(work, 'description')
    const subjects = list(field(work, 'subjects'))
    const languages = editions.flatMap((edition) => languageCode(field(edition, 'language')) ?? [])
    const mapped = await imported(
      {
        id: `ol_${key}`,
        title: of('title'),
        subtitle: of('subtitle'),
        authors,
        description,
        publishedDate: cleanDate(field(work, 'date')) ?? first,
        categories: interestsOf(subjects, 'Non-Fiction'),
        identifiers: editions.flatMap((edition) => list(field(edition, 'isbns'))).slice(0, 8),
        ...(cover !== undefined && {
          picture: `https://covers.openlibrary.org/b/id/${String(cover)}-L.jpg`,
        }),
        ...(scan !== undefined &&
          /^[\w.-]+$/.test(scan) && {
            webReaderLink: `https://archive.org/details/${scan}`,
          }),
      },
      worthOf(count, typeof description === 'string', cover !== undefined),
      [...new Set(languages)],
      drawing,
    )
    return 'skipped' in mapped ? { ...mapped, example: key } : mapped
  },
}
