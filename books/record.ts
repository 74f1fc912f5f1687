import type { Book } from '../contract/books.ts'
import type { Category } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import { isId } from '../contract/limits.ts'
import { coverLink } from './coverLink.ts'
import { cleanDate } from './dates.ts'
import { descriptionOf } from './descriptions.ts'
import { cleanIsbns } from './isbn.ts'
import { languagesIn, UNKNOWN_LANGUAGE } from './languages.ts'
import { cleanPicture, offeredLink } from './links.ts'
import { cleanAuthors } from './names.ts'
import { originsOf } from './origins.ts'
import { subjectsOf } from './subjects.ts'
import { plainText } from './texts.ts'
import { cleanSeries, originalOf, titleWith } from './titles.ts'

/** A book as a source sends it. What is `unknown` may be anything, or missing. */
export interface SourceRecord {
  /** The id in our catalogue; must fit the contract's `Id`. */
  id: string
  title: unknown
  subtitle?: unknown
  originalTitle?: unknown
  /** The name of the series and the place in it. */
  series?: { name: unknown; number?: unknown; of?: unknown } | undefined
  /** Codes or names, as far as the source has them; the first that is known is the book's. */
  languages?: readonly unknown[]
  /** Names as they are read, `Jane Austen`, not `Austen, Jane`. */
  authors?: unknown
  /** Text or HTML. */
  description?: unknown
  publishedDate?: unknown
  /** Already mapped to the interests (`interestsOf`). */
  categories: readonly Category[]
  /** As the source names them (`subjectsOf`). */
  subjects?: readonly unknown[]
  /** Countries or regions of its literature, or their adjectives (`originsOf`). */
  origins?: readonly unknown[]
  /** ISBNs, or a list of `{type, identifier}`. */
  identifiers?: unknown
  /** Where a remote cover is. */
  picture?: unknown
  pdfLink?: unknown
  webReaderLink?: unknown
  buyLink?: unknown
  /** From 0 on (`StoredBook.popularity`). */
  popularity: number
  /** Which one it is, where it is left out; the id unless given. */
  example?: string
}

/** A book with every field cleaned. */
export interface CleanRecord {
  book: Book
  popularity: number
  /** Where the remote cover is. */
  picture?: string
  /** BCP 47; `UNKNOWN_LANGUAGE` where nobody knows the name. */
  languages: readonly string[]
}

/** Why a record is left out: in a few words that all of its kind share, and which one it is. */
export interface Skipped {
  skipped: string
  example: string
}

/**
 * What `map` reads of a source, cleaned. Never throws: a record that cannot be read, whatever the reason, is
 * skipped, and named by its `place` where it is not known what it says.
 */
export async function readRecord(
  map: () => SourceRecord | Skipped,
  place: string,
): Promise<CleanRecord | Skipped> {
  let example = place
  try {
    const source = map()
    if ('skipped' in source) return source
    example = source.example ?? source.id
    return await cleanRecord(source)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { skipped: `cannot be read (${reason.slice(0, 80)})`, example }
  }
}

/**
 * One record of any source as it enters the catalogue, every field cleaned. Never throws: whatever a source
 * sends becomes a book that the screens can show, or a reason why not.
 */
export async function cleanRecord(source: SourceRecord): Promise<CleanRecord | Skipped> {
  const { id, example = id } = source
  if (!isId(id)) return { skipped: 'no usable id', example }
  const title = titleWith(source.title, source.subtitle)
  if (fold(title) === '' && !/\p{S}|\p{P}/u.test(title)) return { skipped: 'no title', example }
  const languages = [...new Set((source.languages ?? []).flatMap(languagesIn))]
  const authors = cleanAuthors(source.authors)
  const categories = [...new Set(source.categories)]
  const subjects = subjectsOf(source.subjects ?? [])
  const origins = originsOf({
    origins: source.origins,
    authors,
    categories,
    subjects,
    names: source.subjects,
  })
  const description = await descriptionOf(source.description)
  const isbns = cleanIsbns(source.identifiers)
  const picture = cleanPicture(source.picture)
  const acsTokenLink = offeredLink(source.pdfLink)
  const series = cleanSeries(source.series)
  const thumbnail = coverLink(id, { title, authors, categories, subjects, series, picture })
  return {
    book: {
      id,
      volumeInfo: {
        title,
        subtitle: plainText(source.subtitle) || undefined,
        originalTitle: originalOf(source.originalTitle, title),
        series,
        language: languages.find((tag) => tag !== UNKNOWN_LANGUAGE),
        authors,
        ...(description !== '' && { description }),
        imageLinks: { thumbnail },
        categories,
        ...(subjects.length > 0 && { subjects }),
        ...(origins.length > 0 && { origins }),
        publishedDate: cleanDate(source.publishedDate),
        ...(isbns.length > 0 && { industryIdentifiers: isbns }),
      },
      accessInfo: {
        pdf: { isAvailable: acsTokenLink !== undefined, acsTokenLink },
        webReaderLink: offeredLink(source.webReaderLink),
      },
      saleInfo: { buyLink: offeredLink(source.buyLink) },
    },
    popularity: Math.round(Math.max(0, source.popularity) * 1000) / 1000,
    picture,
    languages,
  }
}

// More are an error of the source.
const MOST_RATINGS = 1e10

/**
 * How well known and loved a book is, from 0 on: the logarithm of how many ratings it has (100,000 are 100,
 * ten times as many 20 more), lowered by up to half as their mean is low. Few ratings weigh little against a
 * mean of 3.5.
 */
export function popularityOfRatings(mean: number, count: number): number {
  if (!(count > 0) || !(mean >= 0)) return 0
  const counted = Math.min(count, MOST_RATINGS)
  const loved = (3.5 * 5 + Math.min(mean, 5) * counted) / (5 + counted) / 5
  return Math.round(20_000 * Math.log10(1 + counted) * (0.5 + loved / 2)) / 1000
}
