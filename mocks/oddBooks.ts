import type { Book } from '../contract/books.ts'
import { buildBook, type FakeUser } from './builders.ts'
import type { Db } from './db.ts'

/**
 * Books that catalogues really hold, or that somebody once tried to put into one, and that break pages made for
 * short English titles. The last of each list has no cover, so that its title stands in type.
 */
const odd = (...rows: [id: string, title: string, authors: string[], description: string][]) =>
  rows.map(([id, title, authors, description], index) =>
    buildBook({
      id,
      volumeInfo: {
        title,
        authors,
        description,
        ...(index === rows.length - 1 && { imageLinks: undefined }),
      },
    }),
  )

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
  ['long-letters', 'A'.repeat(300), ['B'.repeat(120)], 'C'.repeat(2000)],
  ['long-authors', 'A Festschrift', FORTY_AUTHORS, 'Forty authors, one book.'],
  ['long-coverless', `${LONG_TITLE}, without a Cover`, ['Daniel Defoe'], LONG_TITLE],
)

/** Titles that run from right to left, alone and beside words that do not. */
export const RIGHT_TO_LEFT_BOOKS = odd(
  ['arabic', 'ألف ليلة وليلة', ['عبد الله بن المقفع'], 'حكايات ترويها شهرزاد.'],
  ['hebrew', 'סיפור על אהבה וחושך', ['עמוס עוז'], 'זיכרונות ילדות בירושלים של שנות הארבעים.'],
  ['persian', 'شاهنامه', ['ابوالقاسم فردوسی'], 'پنجاه هزار بیت دربارهٔ شاهان و پهلوانان.'],
  [
    'mixed-directions',
    'כתר (Crown), volume 2: الجزء 3',
    ['Leila', 'ליאה גולדברג'],
    'English, ואחר כך.',
  ],
  // U+202E turns the direction of all that follows it, on a page that does not contain it.
  ['direction-override', '\u202EDesrever', ['\u202EReverse'], '\u202EA description, turned.'],
  ['hebrew-coverless', 'בלי כריכה', ['ש״י עגנון'], 'ספר ללא כריכה.'],
)

/** Titles in many scripts: no spaces to break at, marks above and below, faces of several characters. */
export const SCRIPT_BOOKS = odd(
  ['chinese', '紅樓夢', ['曹雪芹'], '滿紙荒唐言，一把辛酸淚！都云作者痴，誰解其中味？'.repeat(8)],
  ['japanese', '吾輩は猫である', ['夏目漱石'], '吾輩は猫である。名前はまだ無い。'],
  ['thai', 'สี่แผ่นดิน', ['คึกฤทธิ์ ปราโมช'], 'ชีวิตของแม่พลอยในสี่รัชกาล'],
  ['hindi', 'गोदान', ['मुंशी प्रेमचंद'], 'होरी और उसकी गाय की कथा।'],
  [
    'emoji',
    '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466} The Family \u{1F3F3}\uFE0F\u200D\u{1F308}',
    ['\u{1F9D1}\u{1F3FD}\u200D\u{1F680} Astronaut'],
    '\u{1F4DA}'.repeat(120),
  ],
  // Letters and their marks as separate characters, as some systems store them.
  ['decomposed', 'Ta\u0302y du ky\u0301', ['Ngo\u0302 Thu\u031B\u0300a A\u0302n'], 'Decomposed.'],
  [
    'stacked-marks',
    Array.from('Stacked', (letter) => letter + '\u0300\u0316\u0301\u0317'.repeat(5)).join(''),
    ['Marks'],
    'Twenty marks on each letter.',
  ],
  ['korean-coverless', '채식주의자', ['한강'], '표지가 없는 책.'],
)

/** Titles made of what a page, a template or a database could take for its own language. */
export const MARKUP_BOOKS = odd(
  ['script-tag', '<script>alert("title")</script>', ['<i>Mallory</i>'], 'A script as a title.'],
  ['image-tag', '"><img src=x onerror=alert(1)>', ["'><svg onload=alert(1)>"], 'An image tag.'],
  ['entities', 'Tom &amp; Jerry < Bed & Board > &lt;b&gt;', ['A & B'], 'Tom &amp; Jerry'],
  ['templates', '{{title}} ${title} %s %00 \\u0041', ['{{author}}'], '${description}'],
  ['tables', "Robert'); DROP TABLE Books;--", ["O'Brien"], "It's a quote: ' and \"."],
  ['tag-coverless', '<b>No</b> cover', ['<u>Nobody</u>'], '<b>No</b> cover.'],
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
