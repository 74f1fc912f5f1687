import { interestsOf } from '../categories.ts'
import type { Skipped, SourceRecord } from '../record.ts'
import { READ_MAX } from '../texts.ts'
import { field, list } from './json.ts'
import { readTable } from './csv.ts'
import { beginningOf, ImportError, readJsonLines, type Json, type Format } from './input.ts'
import { authorsOf, readName } from '../names.ts'
import type { TableRow } from './table.ts'

// Project Gutenberg's catalogue: the official `pg_catalog.csv`, or rows of JSON with the same content.

const COLUMNS = 'Text#,Type,Issued,Title,Language,Authors,Subjects,LoCC,Bookshelves'.split(',')
// `Downloads` is only in tables that somebody made from it.
const READ = [...COLUMNS.filter((name) => name !== 'Issued'), 'Downloads']

const listed = (text: string): string[] => {
  const parts = text.split(/;\s+|;$/).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

function fromRow({ get }: TableRow<string>) {
  return {
    number: Number(get('Text#')),
    type: get('Type'),
    title: get('Title'),
    // As the catalogue has them: `Last, First, 1812-1870 [Translator]`.
    authors: listed(get('Authors')),
    languages: listed(get('Language')),
    subjects: listed(get('Subjects')),
    shelves: listed(get('Bookshelves')),
    classes: listed(get('LoCC')),
    // Of 30 days, 0 where the catalogue has none.
    downloads: Number(get('Downloads')),
    hasDates: /\d{3}/.test(get('Authors')),
  }
}

type Ebook = ReturnType<typeof fromRow>

const isText = (value: unknown): value is string => typeof value === 'string'

function fromJson(value: unknown): Ebook {
  const texts = (name: string) => list(field(value, name)).filter(isText)
  const authors = list(field(value, 'authors'))
  const title = field(value, 'title')
  const language = field(value, 'language')
  const downloads = field(value, 'download_count')
  return {
    number: Number(field(value, 'id')),
    type: field(value, 'has_text') === false ? 'no text file' : 'Text',
    title: isText(title) ? title : '',
    authors: authors.map((author) => field(author, 'name')).filter(isText),
    languages: isText(language) ? language.split(/[/;,]\s*/) : [],
    subjects: texts('subjects'),
    shelves: texts('shelves'),
    classes: texts('lcc'),
    downloads: typeof downloads === 'number' ? downloads : 0,
    hasDates: authors.some((author) => typeof field(author, 'death') === 'number'),
  }
}

/** Title and subtitle: what is on further lines, or behind MARC's `$b`, is the subtitle. */
function titlesOf(text: string): { title: string; subtitle: string } {
  const [title = '', ...more] = text
    .slice(0, READ_MAX)
    // One for many: what follows would try each of them with each.
    .replaceAll(/\s+/g, (space) => (/[\r\n]/.test(space) ? '\n' : ' '))
    .replaceAll(/\s*[:;/=]?\s*\$[bnp][\s:]+/g, '\n')
    .replaceAll(/\s*\/?\s*\$[a-z]\s+[\s\S]*$/g, '')
    .split(/\s*[\r\n]+\s*/)
    .map((line) => line.replace(/\s*[/:;,=]\s*$/, '').trim())
    .filter((line) => line !== '')
  return { title, subtitle: more.join(' ') }
}

/**
 * How well known, 0 to 100: by downloads where the catalogue has them (100,000 are 80), else by what hints
 * at it: a small number, shelves that people chose for it, an author whose years are known.
 */
function popularityOfEbook({ number, shelves, languages, downloads, hasDates }: Ebook): number {
  const english = languages.includes('en') ? 1 : 0.6
  if (downloads > 0) return Math.min(90, 16 * Math.log10(1 + downloads)) * english
  const early = Math.max(0, 1 - Math.log10(Math.max(number, 1)) / 5)
  const chosen = shelves.filter((shelf) => !/^(?:Category|Browsing):/.test(shelf)).length
  return (3 + 12 * early + 5 * Math.min(chosen, 3) + (hasDates ? 5 : 0)) * english
}

function recordOf(ebook: Ebook): SourceRecord | Skipped {
  const { number, type, subjects, classes } = ebook
  const example = `${number}: ${ebook.title.replaceAll(/\s+/g, ' ').slice(0, 60)}`
  if (!Number.isSafeInteger(number) || number <= 0) return { skipped: 'no ebook number', example }
  if (type !== 'Text') return { skipped: `not a text (${type})`, example }
  const shelves = ebook.shelves.map((shelf) => shelf.replace(/^Browsing:\s*/, ''))
  // Literatures of the world have the classes PQ to PT, and PZ is fiction for the young.
  const otherwise = classes.some((name) => /^P[QRSTZ]/.test(name)) ? 'Fiction' : 'Non-Fiction'
  const categories = interestsOf([...subjects, ...shelves], otherwise)
  return {
    ...titlesOf(ebook.title),
    id: `pg_${number}`,
    authors: authorsOf(ebook.authors.map(readName)),
    categories: categories.length > 0 || classes.length === 0 ? categories : [otherwise],
    subjects: [...subjects, ...shelves],
    picture: `https://www.gutenberg.org/cache/epub/${number}/pg${number}.cover.medium.jpg`,
    // The page that offers to read it here, and as EPUB and for other readers.
    webReaderLink: `https://www.gutenberg.org/ebooks/${number}`,
    popularity: popularityOfEbook(ebook),
    languages: ebook.languages,
    example,
  }
}

/** Project Gutenberg: `pg_catalog.csv`, or JSON lines. */
export const gutenberg: Format<TableRow<string> | Json> = {
  async *read({ input, meter }) {
    for (const file of input.files) {
      if ((await beginningOf(file)).startsWith('{')) {
        yield* readJsonLines(file, meter)
        continue
      }
      yield* readTable(file, meter, (header) => {
        const missing = COLUMNS.filter((name) => !header.includes(name))
        if (missing.length === 0) return new Map(READ.map((name) => [name, [header.indexOf(name)]]))
        throw new ImportError(
          `${file.path} is not the catalogue of Project Gutenberg (pg_catalog.csv): ` +
            `it has no column ${missing.join(', ')}.`,
        )
      })
    }
  },

  map(raw) {
    if ('skipped' in raw) return raw
    return recordOf('cells' in raw ? fromRow(raw) : fromJson(raw.value))
  },
}
