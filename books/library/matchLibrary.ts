import { LRUCache } from 'lru-cache'
import { fold } from '../../contract/fold.ts'
import { workIdOf } from '../../contract/workId.ts'
import type { LibraryBook, LibraryPreview, MissingBook } from '../../contract/library.ts'
import type { LibraryList } from '../../contract/uploads.ts'
import { VOLUME } from '../numbers.ts'
import { inOurLetters, isSameAuthor } from '../sameAuthor.ts'
import { withArticleFirst } from '../titles.ts'
import { authorKeys, isStopWord, titleKeys } from '../words.ts'
import { originalsOf, workTitles, type TitledBook } from '../workTitles.ts'
import { STATUSES, type LibraryRow, type LibraryTable } from './libraryTable.ts'
import {
  areEditions,
  bareTitle,
  areTranslations,
  namesRange,
  namesSeries,
  shortSubtitles,
  titleCloseness,
} from './sameBook.ts'

// Finds the books of a library in the catalogue.

/** What is looked up in a catalogue; each returns the most popular books first, but for `byWorkTitles`. */
export interface LibraryShelf {
  byIds(ids: readonly string[]): readonly TitledBook[]
  byIsbns(isbns: readonly string[]): readonly TitledBook[]
  /** The best-known edition of each work known by such texts (`workTitles`), in their order. */
  byWorkTitles(texts: readonly string[]): readonly TitledBook[]
  /** By keys of whole titles (`titleKeys`). */
  byTitles(keys: readonly string[]): readonly TitledBook[]
  /** By `authorKeys`. */
  byAuthors(keys: readonly string[]): readonly TitledBook[]
}

/** Of so many authors the books are remembered: a library has many by one. */
const REMEMBERED_MAX = 50

/** So many names of a row are looked for: behind them are translators and illustrators. */
const NAMES_MOST = 3

/** A comic's issue is by the author of the novel, too, but not in the first place: `A Game of Thrones #1`. */
const ISSUE = new RegExp(String.raw`(?:#|${VOLUME}\.?) ?\d+[^\p{L}\p{N}]*$`, 'iu')

/** Between titles in two languages, or of two books; so many of them are looked for. */
const SIDES = / [/=|+] |; |(?<=(?!mrs)\p{L}{3})\. /iu
const SIDES_MOST = 3

const SUBTITLED = /[:;：] | [-–—] /u

/** Of books before it in another language translators may stand first. */
const MODERN_YEAR = 1900

/**
 * A name as it is read, as where its last word was written first, and each of two: `Barrie James Matthew`,
 * `岸見一郎・古賀史健`, `曹雪芹 高鹗`.
 */
const ordersOf = (name: string): string[] => [
  name,
  name.replace(/^(\S+)\s+(.+)$/, '$2 $1'),
  ...(/\p{sc=Han}/u.test(name) ? name.split(/ ?[・·‧ ] ?/, NAMES_MOST) : []),
]

/** The names under which books may have somebody: `Miguel de Cervantes Saavedra`, `Франц Кафка`. */
const lookedUp = (name: string): string[] => [
  name,
  inOurLetters(name),
  name.replace(/(?<= .*) \S+$/, ''),
  name.replace(/(?<=^\S+) .* /, ' '),
]

/** Whether a book is by one of these; one without authors, where the row names none: `Beowulf`. */
const isBy = (authors: readonly string[], { volumeInfo }: TitledBook): boolean =>
  authors.length === 0
    ? volumeInfo.authors.length === 0
    : volumeInfo.authors.some((name) => authors.some((author) => isSameAuthor(name, author)))

/** Whether a row names one author by the surname alone, and it is that of a book's: `Orwell`, `Le Guin`. */
function isBySurname(authors: readonly string[], { volumeInfo }: TitledBook): boolean {
  const [surname = '', ...others] = authors
  const length = surname.split(' ').length
  return (
    others.length === 0 &&
    volumeInfo.authors.some((name) =>
      isSameAuthor(surname, name.split(' ').slice(-length).join(' ')),
    )
  )
}

const isOldTranslation = ({ volumeInfo: { originalTitle, publishedDate = '' } }: TitledBook) =>
  originalTitle !== undefined && Number.parseInt(publishedDate, 10) < MODERN_YEAR

/** A title without who wrote it, as libraries add it: `Az ajtó / Szabó Magda ; ford. Ann Other`. */
function withoutStatement({ title, authors }: LibraryRow): string {
  const parts = title.split(' / ')
  const at = parts.findIndex((part, place) => {
    const [said = ''] = part.split(/ ?[;,[\]] ?|\. [-–—] | ?著$/, 1)
    const name = said.replace(/^(?:\p{Ll}\S* )+(?=\p{Lu})/u, '')
    const isIn = (author: string) => ` ${fold(part)} `.includes(` ${fold(author)} `)
    return place > 0 && authors.some((author) => isIn(author) || isSameAuthor(name, author))
  })
  return at < 0 ? title : parts.slice(0, at).join(' / ')
}

/** Whether an ISBN can be right: numbers are mistyped, and publishers have used some twice. */
function canBe({ title, authors }: LibraryRow, book: TitledBook): boolean {
  const words = fold(book.volumeInfo.title).split(' ')
  const isIn = (word: string) => !isStopWord(word) && words.includes(word)
  return isBy(authors, book) || fold(title).split(' ').some(isIn)
}

/**
 * Whether a book can be of these authors. Who else stands before its writer made a comic, a play or a film of it, but
 * translators of old books, who wrote no other.
 */
function ofFirst(authors: readonly string[], shelf: LibraryShelf) {
  const [one = '', other = ''] = authors
  // Of a couple the first may lack the surname: `Аркадий и Борис Стругацкие`.
  const couple = one === '' || one.includes(' ') ? [] : `${one} ${other.split(' ').at(-1)}`
  const first = [...authors.slice(0, 1).flatMap(ordersOf), couple].flat()
  const others = authors.slice(1).flatMap(ordersOf)
  const isOfFirst = (book: TitledBook) => isBy(first, book) && !isBy(others, book)
  return (book: TitledBook): boolean => {
    const [writer = ''] = book.volumeInfo.authors
    return (
      isBy(first, book) ||
      (isBy(others, book) &&
        (!others.some((name) => isSameAuthor(name, writer)) ||
          (isOldTranslation(book) && !shelf.byAuthors(first.flatMap(authorKeys)).some(isOfFirst))))
    )
  }
}

/** The book of the catalogue that has a row's title: by work, or the closest title by the same author. */
async function findTitle(
  row: LibraryRow,
  shelf: LibraryShelf,
  pause: () => Promise<void> | void,
): Promise<TitledBook | undefined> {
  const authors = row.authors.slice(0, ISSUE.test(row.title) ? 1 : NAMES_MOST)
  const names = authors.flatMap(ordersOf)
  const canBeBy = ofFirst(authors, shelf)
  const bare = bareTitle(row.title)
  await pause()
  const titles = [row.title, bare]
  const texts = titles.flatMap((title) =>
    names.flatMap((name) => workTitles({ ...row, title, authors: [name] }).finding),
  )
  const byWork = shelf
    .byWorkTitles([...new Set(texts)])
    .find((book) => areEditions(row, book.volumeInfo) && canBeBy(book))
  if (byWork) return byWork
  const originals = originalsOf(row).flatMap((title) => [title, bareTitle(title)])
  const keys = [...titles, ...originals]
    .flatMap((title) => titleKeys(title))
    .filter(({ kind }) => kind < 2)
  const byTitles = shelf.byTitles([...new Set(keys.map(({ key }) => key))])
  await pause()
  let closest: TitledBook | undefined
  let most = 0
  let subtitled: TitledBook | undefined
  const alike = new Set<string>()
  const bySurname: TitledBook[] = []
  const isWhole = !SUBTITLED.test(bare)
  const byAuthors = shelf.byAuthors([...new Set(names.flatMap(lookedUp).flatMap(authorKeys))])
  for (const book of [...byTitles, ...byAuthors]) {
    await pause()
    if (!canBeBy(book)) {
      const isMeant = isWhole && isBySurname(authors, book)
      if (isMeant && titleCloseness(row, book.volumeInfo) === 2) bySurname.push(book)
      continue
    }
    const closeness = titleCloseness(row, book.volumeInfo)
    if (closeness > most) [closest, most] = [book, closeness]
    const isFirst = most === 0 && isBy(authors.slice(0, 1), book)
    const subtitles = isFirst ? shortSubtitles(row, book.volumeInfo) : 0
    if (subtitles > 0) alike.add(workIdOf(book))
    if (subtitles === 1) subtitled ??= book
  }
  // Of two books whose titles begin so, or whose authors are called so, nobody knows which is meant.
  if (closest) return closest
  if (alike.size > 0) return alike.size === 1 ? subtitled : undefined
  return new Set(bySurname.map(workIdOf)).size === 1 ? bySurname[0] : undefined
}

/** The book of the catalogue that a row means: by id, ISBN or title; none where that names several. */
async function findBook(
  row: LibraryRow,
  shelf: LibraryShelf,
  pause: () => Promise<void> | void,
): Promise<TitledBook | undefined> {
  const [byId] = row.id === undefined ? [] : shelf.byIds([row.id])
  if (byId) return byId
  const byIsbn = row.isbns.length > 0 ? shelf.byIsbns(row.isbns) : []
  if (row.title === '') return byIsbn[0]
  const numbered = byIsbn.find((book) => canBe(row, book))
  if (numbered) return numbered
  const title = withoutStatement(row)
  const found = await findTitle({ ...row, title }, shelf, pause)
  const sides = title.split(SIDES, SIDES_MOST)
  if (sides.length < 2 || (found && SIDES.test(found.volumeInfo.title))) return found
  const [first = ''] = sides
  const isVolume = title.startsWith(`${first}. `) && found && namesSeries(first, found.volumeInfo)
  if (isVolume) return found
  const books: TitledBook[] = []
  for (const side of sides) {
    const book = await findTitle({ ...row, title: withArticleFirst(side) }, shelf, pause)
    if (book) books.push(book)
  }
  const [side, other] = new Map(books.map((book) => [workIdOf(book), book])).values()
  // Catalogues write two titles of one book with a ` = `.
  const isOne =
    title.includes(' = ') ||
    (/ [/|] /.test(title) &&
      !namesRange(title) &&
      (books.length === sides.length || areTranslations(sides)))
  return other ? undefined : (found ?? (isOne ? side : undefined))
}

/** What a reader has. */
export interface ReaderBooks {
  /** The edition of each favorite or marked work, and where it is. */
  byWork: ReadonlyMap<string, { id: string; list: LibraryList }>
  /** How many more there can be of each. */
  room: LibraryPreview['room']
}

/** The most stars of a book that is not for its reader. */
const REFUSED_STARS = 2

type Opinion = Pick<LibraryRow, 'rating' | 'isLoved' | 'status'>

/** What becomes of a book of which a reader says this. */
function listOfRow({ rating, isLoved, status }: Opinion): LibraryList | null {
  if (status === 'refused' || (rating !== null && rating <= REFUSED_STARS)) return 'notForMe'
  if (isLoved) return 'favorites'
  return status === 'wanted' ? 'wantToRead' : status
}

/** What of a library the catalogue has; `pause` is awaited often, where a server lets others in. */
export async function matchLibrary(
  { rows, ...read }: LibraryTable,
  shelf: LibraryShelf,
  { byWork, room }: ReaderBooks,
  pause: () => Promise<void> | void = () => undefined,
): Promise<LibraryPreview> {
  const byAuthors = new LRUCache<string, readonly TitledBook[], undefined>({
    max: REMEMBERED_MAX,
    memoMethod: (keys) => shelf.byAuthors(keys.split('\n')),
  })
  const remembering = {
    ...shelf,
    byAuthors: (keys: readonly string[]) => byAuthors.memo(keys.join('\n')),
  }
  const found = new Map<string, { book: LibraryBook; said: Opinion }>()
  const missing = new Map<string, MissingBook>()
  for (const row of rows) {
    const book = await findBook(row, remembering, pause)
    const [author = ''] = row.authors
    if (book) {
      const { volumeInfo } = book
      const workId = workIdOf(book)
      const present = byWork.get(workId)
      const before = found.get(workId)
      const statuses = [row.status, before?.said.status]
      // Of several rows of a work the best rating counts.
      const said = {
        rating: Math.max(before?.said.rating ?? 0, row.rating ?? 0) || null,
        isLoved: row.isLoved || before?.said.isLoved === true,
        status: STATUSES.find((status) => statuses.includes(status)) ?? null,
      }
      found.set(workId, {
        said,
        book: {
          id: present?.id ?? before?.book.id ?? book.id,
          title: before?.book.title ?? volumeInfo.title,
          author: before?.book.author ?? volumeInfo.authors[0] ?? '',
          rating: said.rating,
          mark: listOfRow(said),
          known: present?.list ?? null,
        },
      })
    } else {
      const [isbn = ''] = row.isbns
      const key = row.title === '' ? isbn : `${fold(row.title)} | ${fold(author)}`
      if (!missing.has(key)) missing.set(key, { title: row.title, author, isbn })
    }
    await pause()
  }
  return {
    ...read,
    rows: rows.length + read.unreadable + read.otherMedia,
    repeated: rows.length - found.size - missing.size,
    found: Array.from(found.values(), ({ book }) => book).toSorted(
      (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
    ),
    missing: [...missing.values()],
    room,
  }
}
