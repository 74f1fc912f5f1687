import { field } from '../volume.ts'
import { interestsOf } from '../categoryMap.ts'
import { languageCode } from '../normalise.ts'
import { readRows } from './csv.ts'
import { imported, type Format, type ImportedBook, type Skipped } from './format.ts'
import { beginningOf, ImportError, type Line } from './input.ts'
import { readJsonLine, readJsonLines } from './json.ts'
import { authorsOf, readName } from './names.ts'

// Project Gutenberg's catalogue: the official `pg_catalog.csv`, or rows of JSON with the same content.

const COLUMNS = [
  'Text#',
  'Type',
  'Issued',
  'Title',
  'Language',
  'Authors',
  'Subjects',
  'LoCC',
  'Bookshelves',
] as const

/** A row of either form. */
type Raw = { cells: readonly string[]; columns: ReadonlyMap<string, number> } | Line

interface Ebook {
  number: number
  type: string
  title: string
  /** As the catalogue has them: `Last, First, 1812-1870 [Translator]`. */
  authors: string[]
  languages: string[]
  subjects: string[]
  shelves: string[]
  classes: string[]
  downloads: number | undefined
  hasDates: boolean
}

const listed = (text: string): string[] =>
  text
    .split(/;\s+|;$/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function fromCells(cells: readonly string[], columns: ReadonlyMap<string, number>): Ebook {
  const cell = (name: string) => cells[columns.get(name) ?? -1] ?? ''
  const authors = listed(cell('Authors'))
  const downloads = Number(cell('Downloads'))
  return {
    number: Number(cell('Text#')),
    type: cell('Type'),
    title: cell('Title'),
    authors,
    languages: listed(cell('Language')),
    subjects: listed(cell('Subjects')),
    shelves: listed(cell('Bookshelves')),
    classes: listed(cell('LoCC')),
    downloads: downloads > 0 ? downloads : undefined,
    hasDates: /\d{3}/.test(cell('Authors')),
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function fromJson(value: unknown): Ebook {
  const given = field(value, 'authors')
  const authors: unknown[] = Array.isArray(given) ? given : []
  const title = field(value, 'title')
  const language = field(value, 'language')
  const downloads = field(value, 'download_count')
  return {
    number: Number(field(value, 'id')),
    type: field(value, 'has_text') === false ? 'no text file' : 'Text',
    title: typeof title === 'string' ? title : '',
    authors: authors.flatMap((author) => {
      const name = field(author, 'name')
      return typeof name === 'string' ? [name] : []
    }),
    languages: typeof language === 'string' ? language.split(/[/;,]\s*/) : [],
    subjects: texts(field(value, 'subjects')),
    shelves: texts(field(value, 'shelves')),
    classes: texts(field(value, 'lcc')),
    downloads: typeof downloads === 'number' && downloads > 0 ? downloads : undefined,
    hasDates: authors.some((author) => typeof field(author, 'death') === 'number'),
  }
}

/** Title and subtitle: what stands on further lines, or behind MARC's `$b`, is the subtitle. */
function titlesOf(text: string): { title: string; subtitle: string } {
  const [title = '', ...more] = text
    .replaceAll(/\s*[:;/=]?\s*\$[bnp][\s:]+/g, '\n')
    .replaceAll(/\s*\/?\s*\$[a-z]\s+[\s\S]*$/g, '')
    .split(/\s*[\r\n]+\s*/)
    .map((line) => line.replace(/\s*[/:;,=]\s*$/, '').trim())
    .filter((line) => line !== '')
  return { title, subtitle: more.join(' ') }
}

/**
 * How well known, 0 to 100. By downloads of 30 days where the catalogue has them: 80 for 100,000.
 * Otherwise what hints at it: a small number (the famous came first), shelves that people chose for
 * it, an author whose years are known; 3 to 35, less in other languages than English, so that these
 * books mix into the lower half of those that were weighed one by one.
 */
function worthOf({ number, shelves, languages, downloads, hasDates }: Ebook): number {
  const english = languages.includes('en') ? 1 : 0.6
  if (downloads !== undefined) return Math.min(90, 16 * Math.log10(1 + downloads)) * english
  const early = Math.max(0, 1 - Math.log10(Math.max(number, 1)) / 5)
  const chosen = shelves.filter((shelf) => !/^(?:Category|Browsing):/.test(shelf)).length
  return (3 + 12 * early + 5 * Math.min(chosen, 3) + (hasDates ? 5 : 0)) * english
}

async function mapEbook(ebook: Ebook, drawing: string): Promise<ImportedBook | Skipped> {
  const { number, type, subjects, classes } = ebook
  const example = `${number}: ${ebook.title.replaceAll(/\s+/g, ' ').slice(0, 60)}`
  if (!Number.isSafeInteger(number) || number <= 0) return { skipped: 'no ebook number', example }
  if (type !== 'Text') return { skipped: `not a text (${type})`, example }
  const shelves = ebook.shelves.map((shelf) => shelf.replace(/^Browsing:\s*/, ''))
  // Literatures of the world have the classes PQ to PT, and PZ is fiction for the young.
  const otherwise = classes.some((name) => /^P[QRSTZ]/.test(name)) ? 'Fiction' : 'Non-Fiction'
  const named = interestsOf([...subjects, ...shelves], otherwise)
  const { title, subtitle } = titlesOf(ebook.title)
  const languages = ebook.languages.flatMap((language) => languageCode(language) ?? [])
  const mapped = await imported(
    {
      id: `pg_${number}`,
      title,
      subtitle,
      authors: authorsOf(ebook.authors.map(readName)),
      categories: named.length > 0 || classes.length === 0 ? named : [otherwise],
      picture: `https://www.gutenberg.org/cache/epub/${number}/pg${number}.cover.medium.jpg`,
      // The page that offers to read it here, and as EPUB and for other readers.
      webReaderLink: `https://www.gutenberg.org/ebooks/${number}`,
    },
    worthOf(ebook),
    languages,
    drawing,
  )
  return 'skipped' in mapped ? { ...mapped, example } : mapped
}

/** Project Gutenberg: `pg_catalog.csv`, or JSON lines. */
export const gutenberg: Format<Raw> = {
  async *read({ input, meter }) {
    for (const file of input.files) {
      if ((await beginningOf(file)).startsWith('{')) {
        yield* readJsonLines(file, meter)
        continue
      }
      let columns: ReadonlyMap<string, number> | undefined
      for await (const rows of readRows(file, meter)) {
        if (columns === undefined) {
          const header = rows.shift() ?? []
          const missing = COLUMNS.filter((name) => !header.includes(name))
          if (missing.length > 0) {
            throw new ImportError(
              `${file.path} is not the catalogue of Project Gutenberg (pg_catalog.csv): ` +
                `it has no column ${missing.join(', ')}.`,
            )
          }
          columns = new Map(header.map((name, index) => [name, index]))
        }
        const known = columns
        yield rows.map((cells) => ({ cells, columns: known }))
      }
    }
  },

  async map(raw, drawing) {
    if (typeof raw === 'object' && 'cells' in raw) {
      return mapEbook(fromCells(raw.cells, raw.columns), drawing)
    }
    const json = readJsonLine(raw)
    if ('broken' in json) return { skipped: json.broken, example: json.example }
    return mapEbook(fromJson(json.value), drawing)
  },
}
