import type { Book } from '../contract/books.ts'
import { buildBook, type FakeUser } from './builders.ts'
import type { Db } from './db.ts'

/**
 * Books that catalogues really hold, or that somebody once tried to put into one, and that break pages made for
 * short English titles. The last of each list has no cover, so that its title stands in type.
 */
const odd = (...rows: [id: string, title: string, authors: string[], description: string][]) =>
  rows.map(([id, title, authors, description], index) => {
    const cover = index === rows.length - 1 && { imageLinks: undefined }
    return buildBook({ id, volumeInfo: { title, authors, description, ...cover } })
  })

/** The title page of 1719, in full. */
export const LONG_TITLE =
  'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: Who lived Eight ' +
  'and Twenty Years, all alone in an un-inhabited Island on the Coast of America, near the Mouth of ' +
  'the Great River of Oroonoque; Having been cast on Shore by Shipwreck, wherein all the Men ' +
  "perished but himself. With An Account how he was at last as strangely deliver'd by Pyrates"

/** A word that no line holds. */
export const LONG_WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const FORTY_AUTHORS = Array.from({ length: 40 }, (_, index) => `Contributor Number ${index + 1}`)

/** Titles of hundreds of letters, with and without places to break a line, and very many authors. */
export const LONG_BOOKS = odd(
  ['long-title', LONG_TITLE, ['Daniel Defoe'], 'A title that is a story of its own.'],
  ['long-word', LONG_WORD, ['Anonymus'], `${LONG_WORD} ${LONG_WORD} ${LONG_WORD}`],
  ['long-authors', 'A Festschrift', FORTY_AUTHORS, 'Forty authors, one book.'],
  ['long-coverless', `${LONG_TITLE}, without a Cover`, ['Daniel Defoe'], LONG_TITLE],
)

/** Titles that run from right to left, alone and beside words that do not. */
export const RIGHT_TO_LEFT_BOOKS = odd(
  ['arabic', 'ألف ليلة وليلة', ['عبد الله بن المقفع'], 'حكايات ترويها شهرزاد.'],
  ['hebrew', 'סיפור על אהבה וחושך', ['עמוס עוז'], 'זיכרונות ילדות בירושלים של שנות הארבעים.'],
  ['mixed-directions', 'כתר (Crown), volume 2: الجزء 3', ['ליאה גולדברג'], 'English, ואחר כך.'],
  // U+202E turns the direction of all that follows it, on a page that does not contain it.
  ['direction-override', '\u202EDesrever', ['\u202EReverse'], '\u202EA description, turned.'],
  ['hebrew-coverless', 'בלי כריכה', ['ש״י עגנון'], 'ספר ללא כריכה.'],
)

/**
 * For a scenario's `prepare`: these books are the whole shelf 'Best Poetry Books', the reader's only
 * interest; they are found by search, and each has its page.
 */
export function shelve(books: readonly Book[]): (db: Db, reader: FakeUser) => void {
  return (db, reader) => {
    const poems = books.map((book) => ({
      ...book,
      volumeInfo: { ...book.volumeInfo, categories: ['Poetry'] },
    }))
    const others = db.books.filter(({ volumeInfo }) => !volumeInfo.categories.includes('Poetry'))
    db.books = [...poems, ...others]
    reader.preferences = ['Poetry']
  }
}
