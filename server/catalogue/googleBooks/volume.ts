import { ID_MAX_LENGTH } from '../../../contract/id.ts'
import { interestsOf } from '../categoryMap.ts'
import { cleanDate, cleanRecord, languageCode, worthOfRatings } from '../normalise.ts'
import type { StoredBook } from '../../store/store.ts'

// The source that books from Google Books are stored under, found live or imported.
const GOOGLE_BOOKS = 'google-books'

// Ids of bundled books are words joined by `-` and never hold a `_`, so no two can meet. Without the
// mark, `frankenstein` has the shape of a volume's id.
const PREFIX = 'gb_'
const VOLUME_ID = new RegExp(`^[\\w-]{1,${ID_MAX_LENGTH - PREFIX.length}}$`)
// Volumes that claim to be older than printing are misdated.
const FIRST_YEAR = 1400

/** A volume as our catalogue holds it. */
export interface Volume {
  stored: StoredBook
  /** BCP 47, where Google says it. */
  language?: string
  /** Google rates it for adults. */
  mature: boolean
}

/** Our id of the volume that Google calls `volumeId`. */
export function bookIdOf(volumeId: string): string {
  return `${PREFIX}${volumeId}`
}

/** Google's id of a book of ours, or `undefined` where the book cannot be one of Google's. */
export function volumeIdOf(bookId: string): string | undefined {
  const id = bookId.startsWith(PREFIX) ? bookId.slice(PREFIX.length) : ''
  return VOLUME_ID.test(id) ? id : undefined
}

/** What stands under a name in whatever was sent; `undefined` where that is no object. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function worth(info: unknown, hasPicture: boolean): number {
  const mean = field(info, 'averageRating')
  const count = field(info, 'ratingsCount')
  const rated = typeof mean === 'number' && typeof count === 'number'
  // Among the many that nobody has rated, the records that readers can judge by come first.
  const told = ['description', 'authors', 'industryIdentifiers', 'categories']
  const known = told.filter((name) => field(info, name) !== undefined).length
  const complete = (known + (hasPicture ? 2 : 0)) / 2
  return (
    Math.round(Math.min(100, (rated ? worthOfRatings(mean, count) : 0) + complete) * 1000) / 1000
  )
}

function published(info: unknown): string | undefined {
  const date = cleanDate(field(info, 'publishedDate'))
  return date !== undefined && Number.parseInt(date, 10) >= FIRST_YEAR ? date : undefined
}

/**
 * One volume of the Google Books API as a book of ours, every field cleaned, or why it cannot be one.
 * Takes anything and never throws. `drawing` names how covers are drawn (`coverLink`).
 */
export async function readVolume(
  value: unknown,
  drawing: string,
): Promise<Volume | { rejected: string }> {
  const volumeId = field(value, 'id')
  if (typeof volumeId !== 'string' || !VOLUME_ID.test(volumeId)) {
    return { rejected: 'no usable id' }
  }
  const info = field(value, 'volumeInfo')
  if (info === undefined) return { rejected: 'no volumeInfo' }
  const images = field(info, 'imageLinks')
  const access = field(value, 'accessInfo')
  const pdf = field(access, 'pdf')
  const categories = field(info, 'categories')

  const cleaned = await cleanRecord(
    {
      id: bookIdOf(volumeId),
      title: field(info, 'title'),
      subtitle: field(info, 'subtitle'),
      authors: field(info, 'authors'),
      description: field(info, 'description'),
      publishedDate: published(info),
      categories: interestsOf(
        Array.isArray(categories) ? categories.slice(0, 50) : [categories],
        'Non-Fiction',
      ),
      identifiers: field(info, 'industryIdentifiers'),
      // The larger ones are, for scanned books, pages of it.
      picture: field(images, 'thumbnail') ?? field(images, 'smallThumbnail'),
      // A file that any reader opens, before one that needs a shop's own program.
      ...(field(pdf, 'isAvailable') === true && {
        pdfLink: field(pdf, 'downloadLink') ?? field(pdf, 'acsTokenLink'),
      }),
      // Google gives the link to its reader also where not one page can be read there.
      ...(field(access, 'viewability') !== 'NO_PAGES' && {
        webReaderLink: field(access, 'webReaderLink'),
      }),
      buyLink: field(field(value, 'saleInfo'), 'buyLink'),
    },
    drawing,
  )
  if ('rejected' in cleaned) return cleaned
  const { book, picture } = cleaned
  const language = languageCode(field(info, 'language'))
  return {
    stored: {
      book,
      worth: worth(info, picture !== undefined),
      source: GOOGLE_BOOKS,
      ...(picture !== undefined && { picture }),
    },
    ...(language !== undefined && { language }),
    mature: field(info, 'maturityRating') === 'MATURE',
  }
}
