import type { Book, Recommendation } from '../../contract/books.ts'
import type { Marks } from '../../contract/marks.ts'
import type { Language } from '../../contract/languages.ts'
import { fnv1a } from '../../contract/hash.ts'
import { SHELF_LENGTH } from '../../contract/limits.ts'
import { DAY_MS } from '../../contract/units.ts'
import type { Volume } from '../../books/seriesOrder.ts'
import { factsOfBook, type BookFacts } from '../catalogue/bookFacts.ts'
import type { CatalogueFile } from '../catalogue/catalogueFile.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import { sayIn } from '../languages/sayIn.ts'
import { candidatesOf, OF_SERIES } from './candidates.ts'
import { isLump, likenessIn, weightOf, type Content } from './likeness.ts'
import { REASONS, type Reason } from '../languages/reasons.ts'
import { scoresBy, type Candidate, type Scored, type Taught } from './scores.ts'
import { isFew, themesOf, weightOfAll } from './themes.ts'
import type { Neighbours, ReadersOfWork } from './neighbours.ts'
import type { ShippedNeighbours } from './shippedNeighbours.ts'
import { whatComesNext } from './whatComesNext.ts'

/** Works of 'Picked for You' of one author and for one reason; more for few hearts. */
const PICKED_OF_AUTHOR = 2
const PICKED_FOR_REASON = 4
const FIRST_FOR_REASON = 3
/** A heart has its share with works that score at least so much of the best. */
const SHARE_LEAST = 0.4
/** So many of the first are chosen from these places, others every day. */
const DRAWN = 3
const DRAWN_FROM = 12
/** Where they begin among the first. */
export const DRAWN_AT = DRAWN_FROM - DRAWN
const DRAWN_TO = 48
/** One that scores half as much is drawn so many halvings less often. */
const DRAWN_POWER = 4

/** So many hearts, wishes and refusals of a reader weigh, the latest; all are left out. */
const HEARTS_MOST = 40
const WISHES_MOST = 20
const REFUSED_MOST = 40
/** Beside hearts a wish teaches so much of one. */
const WISH = 0.5
/** Where there are fewer candidates, the best-known books fill up a reader's row. */
const CANDIDATES_LEAST = 80
const NEIGHBOURS_MOST = 300
/** Where the hearts have so many neighbours, books of the same kinds are read only for hearts with fewer than these. */
const NEIGHBOURS_ENOUGH = 12
/** So many of the best candidates are chosen from. */
const CHOSEN_FROM = 200
/** So many books of each subject are read: more for one book, as what shares several with it is seldom the best known. */
const OF_SUBJECT = 20
const OF_SUBJECT_NEXT = 60
const BEFORE_FIRST = 0.99

/** From so many readers of a work on, this host's say more of it than those of the shipped neighbours. */
const HOST_HALF = 10
/** How far another work's popularity is damped: the power of its readers beyond a cosine's half. */
const DAMPING = 0.12
/** A cosine counts times this power of how alike the books are, and a little beside. */
const ALIKE_POWER = 1.3
const BESIDE = 0.2
/** What comes next is chosen by what it shares anyway (whatComesNext.ts), so that readers' word may count more. */
const BESIDE_NEXT = 0.34
/** What books are counts so much by itself, where they are so much alike; those of one author are. */
const CONTENT = 0.01
const ALIKE_LEAST = 0.3
/** A reader's cards count in full only where so much besides interests is shared, and never less than a part. */
const GATE = 0.15
const GATE_OPEN = 6
/** With few hearts there are cards only for what is so much like one of them, but so many in any case. */
const KIN_LEAST = 0.15
const CARDS_LEAST = 6

const bestFirst = (one: Scored, other: Scored): number => other.score - one.score

/** What a reader says of books, by their ids, the newest first. */
export type Marked = Readonly<Record<'hearts' | keyof Marks, readonly string[]>>

/** What of it weighs: the latest. */
const weighing = ({ hearts, wantToRead, notForMe }: Marked) => ({
  hearts: hearts.slice(0, HEARTS_MOST),
  wishes: wantToRead.slice(0, WISHES_MOST),
  refused: notForMe.slice(0, REFUSED_MOST),
})

/** The books whose records `forYou` needs. */
export const weighingIds = (said: Marked): string[] => Object.values(weighing(said)).flat()

/** What a reader's row, or that of a book, is made of. */
interface Taste {
  taught: readonly Taught[]
  /** What speaks against books that are like it. */
  refused: readonly BookFacts[]
  /** Where series go on: what was read of each. */
  read: ReadonlyMap<string | null, readonly Pick<Volume, 'author' | 'number'>[]>
  isOpen: (book: BookFacts) => boolean
  /** Whether a book is left out that was not read. */
  isAhead: (book: BookFacts) => boolean
  /** How many books are left out. */
  leftOut: number
}

interface Limits {
  most: number
  ofAuthor: number
  /** How much hearts weigh together, and how many works there may be for one of them. */
  hearts: number
  forReason: number
  /** How many of the first DRAWN_FROM. */
  forReasonOfFirst?: number
}

/** At most `most` works, the best first, so many of an author; each heart has its share of those nearly as good. */
function pick(scored: readonly Scored[], limits: Limits): Scored[] {
  const { most, ofAuthor, hearts, forReason, forReasonOfFirst = forReason } = limits
  const counts = new Map<unknown, number>()
  const countOf = (what: unknown): number => counts.get(what) ?? 0
  const rest = scored.toSorted(bestFirst)
  /** The best whose author and reason are not there too often, and where it is. */
  function find(limit: number): { at: number; one: Scored } | undefined {
    for (const [at, one] of rest.entries()) {
      if (one.book.author !== '' && countOf(one.book.author) >= ofAuthor) continue
      const because = [one.because, ...one.equally].find(
        (heart) => countOf(heart) < Math.ceil(limit * heart.weight),
      )
      if (because) return { at, one: { ...one, because } }
    }
    return undefined
  }
  const picked: Scored[] = []
  while (picked.length < most) {
    const limit = picked.length < DRAWN_FROM ? forReasonOfFirst : forReason
    const best = find(limit) ?? find(forReason)
    if (best === undefined) break
    const fair = find(Math.ceil((picked.length + 1) / hearts))
    const isGood = fair && fair.one.score >= SHARE_LEAST * best.one.score
    const { at, one } = isGood ? fair : best
    rest.splice(at, 1)
    counts.set(one.book.author, countOf(one.book.author) + 1)
    counts.set(one.because, countOf(one.because) + 1)
    picked.push(one)
  }
  return picked
}

/** Draws some of the first from places behind them, the better the likelier, the same all day. */
function withDrawn(picked: readonly Scored[], seed: string): Scored[] {
  const first = picked.slice(0, DRAWN_FROM - DRAWN)
  const rest = picked.slice(DRAWN_FROM - DRAWN)
  if (rest.length <= DRAWN) return [...picked]
  const chosen = rest
    .slice(DRAWN)
    .map((one) => {
      const chance = (fnv1a(`${seed} ${one.book.work}`) + 1) / 2 ** 32
      // Weighted sampling by Efraimidis and Spirakis.
      return { one, lot: -Math.log(chance) / one.score ** DRAWN_POWER }
    })
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, DRAWN)
    .map(({ one }) => one)
  return [...first, ...chosen, ...rest.filter((one) => !chosen.includes(one))]
}

/** The facts of books as the catalogue has them, or else as their records say. */
function factsIn(catalogue: CatalogueFile, books: readonly Book[]): BookFacts[] {
  const current = catalogue.factsByIds(books.map(({ id }) => id))
  return books.map((book) => current.get(book.id) ?? factsOfBook(book))
}

function recommend<T extends { book: BookFacts }>(
  catalogue: CatalogueFile,
  picked: readonly T[],
  reasonOf: (one: T) => Reason,
  language: Language,
): Recommendation[] {
  const books = catalogue.books(picked.map(({ book }) => book.rank))
  const records = new Map(books.map(({ rank, book }) => [rank, book]))
  return picked.flatMap((one) => {
    const book = records.get(one.book.rank)
    const { text, values } = reasonOf(one)
    return book ? [{ book, reason: sayIn(language, 'reasons', text, values) }] : []
  })
}

interface Options {
  local: Pick<LocalCatalogue, 'file'>
  /** Of this host's readers, as found by now. */
  neighbours: () => Neighbours
  /** Of other readers, as they ship. */
  shipped: ShippedNeighbours
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number
}

/**
 * Recommends what readers of the same books also read, here and elsewhere, and what is like them. Reads the
 * catalogue and what is in memory; computes nothing about other readers.
 */
export function createRecommender({ local, neighbours, shipped, now = Date.now }: Options) {
  const heartsOf = (work: string): number => neighbours().get(work)?.count ?? 0

  /** By work, how near it is to another by their readers: cosines, the other's popularity damped. */
  function nearTo(catalogue: CatalogueFile, work: string): Map<string, number> {
    const cosines = new Map<string, number>()
    const add = (readers: ReadersOfWork | undefined, weight: number): void => {
      for (const { work: other, cosine, count } of readers?.neighbours ?? []) {
        const damped = cosine * ((readers?.count ?? 1) / Math.max(count, 1)) ** DAMPING
        cosines.set(other, (cosines.get(other) ?? 0) + weight * damped)
      }
    }
    const host = neighbours().get(work)
    const believed = host === undefined ? 0 : host.count / (host.count + HOST_HALF)
    add(shipped(catalogue).get(work), 1 - believed)
    add(host, believed)
    return cosines
  }

  /** The candidates for a taste; at least `least`, where there are. */
  function scoresOf(catalogue: CatalogueFile, taste: Taste, least: number): Scored[] {
    const { taught, refused, isOpen, leftOut } = taste
    if (taught.length === 0) return []
    const likeness = likenessIn(catalogue)
    const isForReader = least > 0
    const beside = isForReader ? BESIDE : BESIDE_NEXT
    const compared = (facts: BookFacts) => {
      return { content: likeness.contentOf(facts), cosines: nearTo(catalogue, facts.work) }
    }
    /** What each of some books says for another one. */
    const voicesOf = (ones: readonly ReturnType<typeof compared>[]) => {
      const kinshipsTo = likeness.toEach(ones.map(({ content }) => content))
      return (book: BookFacts, own: Content) => {
        const weight = CONTENT * weightOf(book.popularity)
        const { alike, shared } = kinshipsTo(own)
        // To be a life, of facts or in verse is nothing to have in common.
        const commonOf = (at: number): number => {
          const [common = 0, one] = [shared[at], ones[at]]
          const isOfLump = one !== undefined && isLump(one.content.interests[0])
          return isOfLump && common < Infinity ? likeness.tells(one.content, own) : common
        }
        const byReaders: number[] = []
        const says = ones.map(({ content, cosines }, at) => {
          const cosine = cosines.get(book.work) ?? 0
          const kinship = alike[at] ?? 0
          if (cosine === 0 && kinship < ALIKE_LEAST) return 0
          const gate = isForReader ? Math.min(1, GATE + commonOf(at) / GATE_OPEN) : 1
          const suits = gate * likeness.suits(content, own)
          const ofReaders = suits * cosine * (beside + kinship ** ALIKE_POWER)
          const ofContent = kinship < ALIKE_LEAST ? 0 : suits * weight * kinship * kinship
          if (ofReaders > ofContent) byReaders.push(at)
          return ofReaders + ofContent
        })
        return { alike, says, byReaders }
      }
    }
    const hearts = taught.map((one) => ({ ...one, ...compared(one.facts) }))
    const [voicesFor, voicesAgainst] = [voicesOf(hearts), voicesOf(refused.map(compared))]
    const nearest = new Map<string, number>()
    for (const { cosines } of hearts) {
      for (const [work, cosine] of cosines) nearest.set(work, (nearest.get(work) ?? 0) + cosine)
    }
    const found = new Map<string, Candidate>()
    const consider = (book: BookFacts): void => {
      if (found.has(book.work) || !isOpen(book)) return
      const own = likeness.contentOf(book)
      const against = voicesAgainst(book, own).says
      found.set(book.work, { book, own, ...voicesFor(book, own), against })
    }
    const byReaders = [...nearest].toSorted(([, one], [, other]) => other - one)
    const first = byReaders.slice(0, NEIGHBOURS_MOST).map(([work]) => work)
    catalogue.factsByWorks(first).forEach(consider)
    const unknown = hearts.filter(({ cosines }) => cosines.size < NEIGHBOURS_ENOUGH)
    const kinds = (nearest.size < NEIGHBOURS_MOST ? hearts : unknown).map(({ facts }) => facts)
    const books = hearts.map(({ facts }) => facts)
    const ofSubject = isForReader ? OF_SUBJECT : OF_SUBJECT_NEXT
    candidatesOf(catalogue, books, kinds, isOpen, ofSubject).forEach(consider)
    const themes = isForReader ? themesOf(hearts, likeness) : undefined
    themes?.books(catalogue).forEach(consider)
    if (found.size < least) catalogue.best(least + leftOut).forEach(consider)
    const scored = scoresBy([...found.values()], { hearts, refused, likeness, themes })
    return nextVolumes(scored, (book) => nextVolume(catalogue, book, taste))
  }

  return {
    /** How many readers of this host favor a work; 0 where they are few. */
    heartsOf,

    /** For a reader who says this: `records` has the books of `weighingIds`, as far as they are known. */
    forYou(said: Marked, records: readonly Book[], language: Language = 'en'): Recommendation[] {
      const catalogue = local.file()
      const byId = new Map(records.map((book) => [book.id, book]))
      const { hearts, wishes, refused } = weighing(said)
      const recordsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
      const teaching = (ids: readonly string[], weight: number, text: string): Taught[] => {
        const books = recordsOf(ids)
        return factsIn(catalogue, books).map((facts, at) => {
          const values = { title: books[at]?.volumeInfo.title ?? '' }
          return { facts, weight, reason: { text, values } }
        })
      }
      const loved = teaching(hearts, 1, REASONS.loved)
      // Without a heart there is nothing beside which a wish is half.
      const wish = loved.length > 0 ? WISH : 1
      const wanted = teaching(wishes, wish, REASONS.wanted)
      const taught = [...loved, ...wanted]
      const nos = factsIn(catalogue, recordsOf(refused))
      const read = [
        ...loved.map(({ facts }) => facts),
        ...catalogue.volumesOf([...said.hearts, ...said.read]),
      ]
      const ahead = new Set([...wanted.map(({ facts }) => facts), ...nos].map(({ work }) => work))
      const unread = catalogue.volumesOf([...said.wantToRead, ...said.notForMe])
      for (const { work } of unread) ahead.add(work)
      const works = new Set([...ahead, ...read.map(({ work }) => work)])
      const ids = new Set(Object.values(said).flat())
      const taste: Taste = {
        taught,
        refused: nos,
        read: Map.groupBy(read, ({ series }) => series),
        isOpen: ({ id, work }) => !works.has(work) && !ids.has(id),
        isAhead: ({ work }) => ahead.has(work),
        leftOut: ids.size,
      }
      const scored = scoresOf(catalogue, taste, CANDIDATES_LEAST)
      const weight = weightOfAll(taught)
      const kin = isFew(weight) ? scored.filter(({ alike }) => alike >= KIN_LEAST) : scored
      const hasKin = kin.length >= CARDS_LEAST
      const picked = pick(hasKin ? kin : scored, {
        most: hasKin ? DRAWN_TO : CARDS_LEAST,
        ofAuthor: PICKED_OF_AUTHOR,
        hearts: weight,
        forReason: Math.max(PICKED_FOR_REASON, Math.ceil(DRAWN_TO / weight)),
        forReasonOfFirst: Math.max(FIRST_FOR_REASON, Math.ceil(DRAWN_FROM / weight) + 1),
      })
      const day = Math.floor(now() / DAY_MS)
      const seed = `${day} ${said.hearts[0] ?? said.wantToRead[0] ?? ''}`
      const shown = withDrawn(picked, seed).slice(0, SHELF_LENGTH)
      return recommend(catalogue, shown, ({ because: { reason } }) => reason, language)
    },

    /** What comes after a book: the next of its series, then what is most like it, by how much it counts, if at all. Empty where nothing is. */
    similar(
      book: Book,
      counts: (other: BookFacts) => number = () => 1,
      language: Language = 'en',
    ): Recommendation[] {
      const catalogue = local.file()
      const [own = factsOfBook(book)] = factsIn(catalogue, [book])
      const { authors, series } = book.volumeInfo
      const taste = {
        taught: [{ facts: own, weight: 1, reason: { text: '' } }],
        refused: [],
        read: new Map([[own.series, [own]]]),
        isOpen: ({ id, work }: BookFacts) => work !== own.work && id !== own.id,
        isAhead: () => false,
        leftOut: 1,
      }
      // What scores nothing still fills up a short list; what does not count does not.
      const found = scoresOf(catalogue, taste, 0).flatMap((one) => {
        const weight = counts(one.book)
        const readers =
          heartsOf(one.book.work) + (shipped(catalogue).get(one.book.work)?.count ?? 0)
        return weight > 0 ? [{ ...one, score: one.score * weight, said: one.score, readers }] : []
      })
      const names = { series: series?.name, author: authors[0] }
      const cards = whatComesNext(likenessIn(catalogue), own, found, names)
      return recommend(catalogue, cards, ({ reason }) => reason, language)
    },
  }
}

/**
 * The first open volume of a series after the first that was read: nobody is sent back in a series. Nor over one that
 * waits to be read or is refused, unless a later one was read.
 */
function nextVolume(
  catalogue: CatalogueFile,
  { series, author }: BookFacts,
  { read, isOpen, isAhead }: Taste,
): BookFacts | undefined {
  if (series === null) return undefined
  const own = (read.get(series) ?? []).filter((book) => book.author === author)
  const numbers = own.map((book) => book.number ?? 0)
  // What comes before the first volume is not where a series begins.
  const after = numbers.length === 0 ? BEFORE_FIRST : Math.min(...numbers)
  const last = Math.max(...numbers)
  let ofAnother: BookFacts | undefined
  for (const volume of catalogue.factsBySeries(series, after, OF_SERIES)) {
    const isBySame = volume.author === author
    if (isBySame && isAhead(volume) && (volume.number ?? 0) > last) return undefined
    if (!isOpen(volume)) continue
    if (isBySame) return volume
    ofAnother ??= volume
  }
  return ofAnother
}

/** Of each series its next volume alone, with all that speaks for any of its volumes. */
function nextVolumes(
  scored: readonly Scored[],
  nextOf: (book: BookFacts) => BookFacts | undefined,
): Scored[] {
  const next = new Map<string, BookFacts | undefined>()
  const best = new Map<string, Scored>()
  for (const one of scored.toSorted(bestFirst)) {
    if (best.size === CHOSEN_FROM) break
    const { series, author, number } = one.book
    const key = `${series} ${author}`
    const isVolume = series !== null && number !== null
    if (isVolume && !next.has(key)) next.set(key, nextOf(one.book))
    const book = isVolume ? next.get(key) : one.book
    if (book && !best.has(book.work)) best.set(book.work, { ...one, book })
  }
  return [...best.values()]
}

/** Recommends books. */
export type Recommender = ReturnType<typeof createRecommender>
