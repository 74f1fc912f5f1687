import type { Book } from '../contract/books.ts'
import type { Category } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import { isId } from '../contract/id.ts'
import { coverLink } from './coverLink.ts'
import { cleanDate } from './dates.ts'
import { descriptionOf } from './descriptions.ts'
import { cleanIsbns } from './isbn.ts'
import { cleanPicture, offeredLink } from './links.ts'
import { cleanAuthors } from './names.ts'
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
  series?: { name: unknown; number?: unknown } | undefined
  /** BCP 47. */
  language?: string | undefined
  /** Names as they are read, `Jane Austen`, not `Austen, Jane`. */
  authors?: unknown
  /** Text or HTML. */
  description?: unknown
  publishedDate?: unknown
  /** Already mapped to the interests (`interestsOf`). */
  categories: readonly Category[]
  /** ISBNs, or a list of `{type, identifier}`. */
  identifiers?: unknown
  /** Where a remote cover is. */
  picture?: unknown
  pdfLink?: unknown
  webReaderLink?: unknown
  buyLink?: unknown
}

/** The clean record and where its remote cover is, or why there can be none. */
export type CleanRecord = { book: Book; picture?: string } | { rejected: string }

/**
 * One record of any source as it enters the catalogue, every field cleaned. Never throws: whatever a source
 * sends becomes a book that the screens can show, or a reason why not.
 */
export async function cleanRecord(source: SourceRecord): Promise<CleanRecord> {
  const { id, language } = source
  if (!isId(id)) return { rejected: 'no usable id' }
  const title = titleWith(source.title, source.subtitle)
  if (fold(title) === '' && !/\p{S}|\p{P}/u.test(title)) return { rejected: 'no title' }
  const authors = cleanAuthors(source.authors)
  const categories = [...new Set(source.categories)]
  const description = await descriptionOf(source.description)
  const isbns = cleanIsbns(source.identifiers)
  const picture = cleanPicture(source.picture)
  const acsTokenLink = offeredLink(source.pdfLink)
  const thumbnail = coverLink(id, { title, authors, categories, picture })
  return {
    book: {
      id,
      volumeInfo: {
        title,
        subtitle: plainText(source.subtitle) || undefined,
        originalTitle: originalOf(source.originalTitle, title),
        series: cleanSeries(source.series),
        language,
        authors,
        ...(description !== '' && { description }),
        imageLinks: { thumbnail },
        categories,
        publishedDate: cleanDate(source.publishedDate),
        ...(isbns.length > 0 && { industryIdentifiers: isbns }),
      },
      accessInfo: {
        pdf: { isAvailable: acsTokenLink !== undefined, acsTokenLink },
        webReaderLink: offeredLink(source.webReaderLink),
      },
      saleInfo: { buyLink: offeredLink(source.buyLink) },
    },
    picture,
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
