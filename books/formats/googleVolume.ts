import { ID_MAX_LENGTH } from '../../contract/limits.ts'
import { interestsOf } from '../categories.ts'
import { authorsOf, readNames } from '../names.ts'
import { cleanDate } from '../dates.ts'
import { cleanPicture } from '../links.ts'
import { field } from './json.ts'
import { beginningOf, readJsonDocument, readJsonLines, type Format, type Json } from './input.ts'
import { popularityOfRatings, readRecord, type Skipped, type SourceRecord } from '../record.ts'

// Ids of bundled books never hold a `_`, so the two kinds cannot meet; without the prefix,
// `frankenstein` would look like a volume's id.
const PREFIX = 'gb_'
const VOLUME_ID = new RegExp(`^[\\w-]{1,${ID_MAX_LENGTH - PREFIX.length}}$`)
// Volumes that claim to be older than printing are misdated.
const FIRST_YEAR = 1400
const CATEGORIES_MAX = 50

/** What is read of a volume, as the parameter `fields` of the Google Books API names it. */
export const VOLUME_FIELDS =
  'id,volumeInfo(title,subtitle,authors,description,publishedDate,industryIdentifiers,categories,' +
  'averageRating,ratingsCount,language,imageLinks(thumbnail,smallThumbnail)),' +
  'accessInfo(viewability,webReaderLink,pdf),saleInfo/buyLink'

/** Google's id of a book, or `undefined` where the book cannot be one of Google's. */
export function volumeIdOf(bookId: string): string | undefined {
  const id = bookId.startsWith(PREFIX) ? bookId.slice(PREFIX.length) : ''
  return VOLUME_ID.test(id) ? id : undefined
}

function popularityOfVolume(info: unknown, hasPicture: boolean): number {
  const mean = field(info, 'averageRating')
  const count = field(info, 'ratingsCount')
  const byRatings =
    typeof mean === 'number' && typeof count === 'number' ? popularityOfRatings(mean, count) : 0
  // Most volumes are unrated: among those, the records that readers can judge by come first.
  const names = ['description', 'authors', 'industryIdentifiers', 'categories']
  const present = names.filter((name) => field(info, name) !== undefined).length
  return byRatings + (present + (hasPicture ? 2 : 0)) / 2
}

function linksOf(value: unknown) {
  const access = field(value, 'accessInfo')
  const pdf = field(access, 'pdf')
  const hasPdf = field(pdf, 'isAvailable') === true
  // Google links to its web reader even where not one page can be read there.
  const hasPages = field(access, 'viewability') !== 'NO_PAGES'
  return {
    // A plain file before one that needs the program of a shop.
    pdfLink: hasPdf ? (field(pdf, 'downloadLink') ?? field(pdf, 'acsTokenLink')) : undefined,
    webReaderLink: hasPages ? field(access, 'webReaderLink') : undefined,
    buyLink: field(field(value, 'saleInfo'), 'buyLink'),
  }
}

/** What one volume of the Google Books API says, or why it is no book. Takes anything. */
function recordOf(value: unknown): SourceRecord | Skipped {
  const id = field(value, 'id')
  const info = field(value, 'volumeInfo')
  const title = field(info, 'title') ?? field(value, 'title')
  const named = [id, title].filter((text) => typeof text === 'string')
  const example = named.join(': ').slice(0, 60) || '(nothing)'
  if (typeof id !== 'string' || !VOLUME_ID.test(id)) return { skipped: 'no usable id', example }
  if (info === undefined) return { skipped: 'no volumeInfo', example }
  const images = field(info, 'imageLinks')
  // The larger pictures of a scanned book are pages of it.
  const picture = cleanPicture(field(images, 'thumbnail') ?? field(images, 'smallThumbnail'))
  const date = cleanDate(field(info, 'publishedDate')) ?? ''
  const names = [field(info, 'authors')].flat().filter((name) => typeof name === 'string')
  const subjects = [field(info, 'categories')].flat().slice(0, CATEGORIES_MAX)
  return {
    id: `${PREFIX}${id}`,
    title: field(info, 'title'),
    subtitle: field(info, 'subtitle'),
    authors: authorsOf(names.flatMap(readNames)),
    description: field(info, 'description'),
    publishedDate: Number.parseInt(date, 10) >= FIRST_YEAR ? date : undefined,
    categories: interestsOf(subjects, 'Non-Fiction'),
    subjects,
    identifiers: field(info, 'industryIdentifiers'),
    picture,
    ...linksOf(value),
    popularity: popularityOfVolume(info, picture !== undefined),
    languages: [field(info, 'language')],
    example,
  }
}

/** One volume of the Google Books API as a book, or why it is none. Takes anything and never throws. */
export const readVolume = (value: unknown) => readRecord(() => recordOf(value), 'a volume')

/** The volumes in what was read: those of a response or a list, else the one. */
const volumesIn = (value: unknown): Json[] =>
  [field(value, 'items') ?? value].flat().map((volume: unknown) => ({ value: volume }))

/** Google Books: volumes or responses of its API, one a line, or one JSON document a file. */
export const googleBooks: Format<Json> = {
  async *read({ input, meter }) {
    for (const file of input.files) {
      if (/^(?:\[|\{\s*(?:\n|$))/.test(await beginningOf(file))) {
        yield volumesIn(await readJsonDocument(file, meter))
        continue
      }
      for await (const lines of readJsonLines(file, meter)) {
        yield lines.flatMap((line) => ('value' in line ? volumesIn(line.value) : line))
      }
    }
  },

  map: (raw) => ('skipped' in raw ? raw : recordOf(raw.value)),
}
