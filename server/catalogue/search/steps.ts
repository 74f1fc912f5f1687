import type { CatalogueFile } from '../catalogueFile.ts'
import { isMorePopular } from '../ranks.ts'
import { authorKey, isInterestWord, joined, parseQuery } from '../../../books/words.ts'
import type { SearchQuery } from '../../../books/words.ts'
import { mayBePrefix } from './corrections.ts'
import {
  anywhere,
  bareTitled,
  begunSo,
  byInitials,
  byIsbn,
  createSearch,
  isMostlyFound,
  seriesCalledSo,
  startingSo,
  titleBesideAuthor,
  titledBeside,
  titledByParts,
  withAllWords,
  withoutOne,
  withOneWord,
  withRareWord,
  withStopWords,
  withWords,
  withWrongWord,
  type Search,
} from './finders.ts'
import { askedFor, namesTopic } from './topics.ts'

// A search is the list STEPS, read from top to bottom (docs/decisions/0019).

/** Looks up some books. */
export interface SearchStep {
  name: string
  /** Whether it is taken; always, where it is left out. */
  when?: (search: Search) => boolean
  /** The ranks of the books; looked up as they are taken. */
  find: (search: Search) => Iterable<number>
  /** Whether what it finds comes before what is found already; taken even where there are enough. */
  isFirst?: (search: Search) => boolean
  /** Whether what it finds is called so. */
  isName?: boolean
}

/** Ends a search with another query in place of it, from the first step on. */
interface Restart extends Required<Pick<SearchStep, 'name' | 'when'>> {
  restart: (search: Search) => SearchQuery
}

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3

const isNothing = ({ found }: Search): boolean => found.size === 0
const hasFew = ({ found }: Search): boolean => found.size < FEW
const isOneWord = ({ query }: Search): boolean => !query.key.includes(' ')
// A word that nobody has is a typo before it is the beginning of another.
const isKnown = ({ catalogue, query }: Search): boolean =>
  query.words.every((word) => catalogue.booksWith(word) > 0)
// The name of an interest is no typo of a title.
const mayBeTypo = (search: Search): boolean =>
  hasFew(search) && !search.query.words.every(isInterestWord)
// Without a word of an interest title and author have it all.
const namesInterest = ({ query }: Search): boolean => query.words.some(isInterestWord)

/** What is left of a query that nothing is called by without the words around a topic or a name. */
const bareOf = ({ query, isCalledSo }: Search): string | undefined =>
  isCalledSo ? undefined : askedFor(query.key)
const topic = (search: Search): readonly number[] =>
  search.topicOf(bareOf(search) ?? search.query.key)
const namesRatherTopic = ({ query, isCalledSo }: Search): boolean =>
  !isCalledSo && namesTopic(query.key)
/** Whether it is the name of something, or the beginning of a title. */
const isSure = (search: Search): boolean =>
  search.isCalledSo ||
  topic(search).length > 0 ||
  search.catalogue.ranksByTitleStart(search.query.key, 1).length > 0

/** What some steps find, each rank once, one after another until there are enough. */
export function* findAll(steps: readonly SearchStep[], search: Search): Generator<number> {
  const found = new Set(search.found)
  for (const { when, find } of steps) {
    const now = { ...search, found }
    if (found.size >= search.catalogue.limit || !(when?.(now) ?? true)) continue
    for (const rank of find(now)) {
      if (found.has(rank)) continue
      found.add(rank)
      yield rank
    }
  }
}

/** What they find for another form of the query, where it has one. */
function* findAs(form: 'inFull' | 'withoutSeries', steps: readonly SearchStep[], search: Search) {
  const query = search.query[form]
  if (query) yield* findAll(steps, { ...search, query })
}

/** What they find that is far better known than what is found already; all where that is nothing. */
function* findBetterKnown(steps: readonly SearchStep[], search: Search) {
  const exact = [...search.found]
  const isBetterKnown = (rank: number): boolean => isMorePopular(rank, exact)
  if (!isBetterKnown(search.catalogue.firstRank())) return
  const better = steps.map((step) => ({
    ...step,
    find: (now: Search) => Iterator.from(step.find(now)).filter(isBetterKnown),
  }))
  yield* findAll(better, search)
}

const WHOLE: readonly SearchStep[] = [
  { name: 'ISBN', find: byIsbn },
  { name: 'title', find: ({ catalogue, query }) => catalogue.ranksByTitle(query.key) },
  { name: 'title without article', find: bareTitled },
  {
    name: 'one word',
    find: ({ catalogue, query }) => catalogue.ranksByTitle(joined(query.key), [2, 2]),
  },
  {
    name: 'author',
    find: ({ catalogue, query }) => catalogue.ranksByAuthors([authorKey(query.key)]),
  },
  { name: 'initials', find: byInitials },
]

/** Titles that begin so. */
export const BEGUN: SearchStep = { name: 'title begun', find: (search) => startingSo(search, ' ') }

const STRONG: readonly SearchStep[] = [
  BEGUN,
  { name: 'all words with stop words', find: withStopWords },
  { name: 'all words', find: (search) => withWords(search) },
  { name: 'title begun in a word', when: isKnown, find: (search) => startingSo(search, '') },
]

/** What the query is the whole of: what is called so. */
export const NAMES: readonly SearchStep[] = [
  ...WHOLE,
  { name: 'whole in full', find: (search) => findAs('inFull', WHOLE, search) },
  { name: 'first line', when: isNothing, find: begunSo },
  { name: 'title beside author', when: isNothing, find: titleBesideAuthor },
]

const STEPS: readonly (SearchStep | Restart)[] = [
  ...NAMES.map((step) => ({ ...step, isName: true })),
  // What is far less known than its first volume is rather about the series.
  { name: 'series', isFirst: () => true, isName: true, find: seriesCalledSo },
  // The words around it (`the first … book`) are no part of a name: what has them is about something else.
  {
    name: 'words around a name',
    when: (search) => bareOf(search) !== undefined && topic(search).length === 0,
    restart: (search) => parseQuery(bareOf(search) ?? ''),
  },
  // Of the name of a subject in one word the titles that begin so come first: `war`.
  {
    name: 'title begun with a topic',
    when: (search) => namesRatherTopic(search) && isOneWord(search),
    find: (search) => findAll([BEGUN], search),
  },
  { name: 'topic', when: namesRatherTopic, find: topic },
  { name: 'in full', find: (search) => findAs('inFull', STRONG, search) },
  ...STRONG,
  {
    name: 'without the volume',
    when: isNothing,
    find: (search) => findAs('withoutSeries', [...WHOLE, ...STRONG], search),
  },
  // Another name in one word may be the beginning of a title as well: `kidnap`.
  { name: 'topic behind titles', find: topic },
  // A typo of something famous is likelier than an unknown title with these words, but not than one that begins so.
  {
    name: 'near it',
    isFirst: (search) => !isSure(search),
    find: (search) =>
      findBetterKnown(
        [
          {
            name: 'whole with one typo',
            when: mayBeTypo,
            find: ({ corrections }) => corrections().whole(),
          },
          { name: 'title begun in a word', find: (now) => startingSo(now, '') },
          { name: 'all words begun', find: (now) => withWords(now, mayBePrefix) },
          { name: 'title with a wrong word', when: isNothing, find: withWrongWord },
          {
            name: 'corrected words',
            when: mayBeTypo,
            find: ({ corrections }) => corrections().find(),
          },
        ],
        search,
      ),
  },
  {
    name: 'all words with an interest',
    when: namesInterest,
    find: ({ catalogue, query }) => withAllWords(catalogue, query.words),
  },
  { name: 'title beside an interest', when: namesInterest, find: titledBeside },
  // Descriptions name many books: they tell nothing of a name that is known.
  { name: 'all words anywhere', when: ({ isCalledSo }) => !isCalledSo, find: anywhere },
  // Letters at random have no parts.
  {
    name: 'parts of it',
    when: (search) => isNothing(search) && !isOneWord(search) && isMostlyFound(search),
    find: (search) =>
      findAll(
        [
          { name: 'title of some words', find: titledByParts },
          { name: 'all words but one', find: withoutOne },
          { name: 'rare word', find: withRareWord },
          { name: 'one of the words', when: hasFew, find: withOneWord },
        ],
        search,
      ),
  },
]

/** A search with what a step finds. */
function withStep(search: Search, step: SearchStep): Search {
  const { found, catalogue } = search
  const ranks = step.isFirst?.(search)
    ? [...step.find(search), ...found]
    : [...found, ...findAll([step], search).take(catalogue.limit - found.size)]
  const best = new Set(new Set(ranks).values().take(catalogue.limit))
  return {
    ...search,
    found: best,
    isCalledSo: search.isCalledSo || (step.isName === true && best.size > 0),
  }
}

/** Whether a book has all words of the query, in any form of it, in its title, series, authors and interests. */
const isSomewhere = ({ catalogue, query }: Search): boolean =>
  [query, query.inFull, query.withoutSeries].some(
    (form) => form && withAllWords(catalogue, form.words, 1).length > 0,
  )

/**
 * The ranks of the books for a query, the best first; `isApproximate` where nothing is called so and it is no topic, so
 * that the page can say it.
 */
export function find(
  catalogue: CatalogueFile,
  query: SearchQuery,
): { ranks: number[]; isApproximate: boolean } {
  let search = createSearch(catalogue, query)
  for (const step of STEPS) {
    if (!('restart' in step)) search = withStep(search, step)
    else if (step.when(search)) return find(catalogue, step.restart(search))
  }
  const isApproximate = !search.isCalledSo && topic(search).length === 0 && !isSomewhere(search)
  return { ranks: [...search.found], isApproximate }
}
