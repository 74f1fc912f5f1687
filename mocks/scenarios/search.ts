import { HttpResponse } from 'msw'
import { searchBooks } from '../../contract/books.ts'
import { answering } from '../address.ts'
import { failing, slow } from '../answers.ts'
import { buildBook } from '../builders.ts'
import type { Db } from '../db.ts'
import { Problem, problemResponse } from '../problem.ts'
import type { Scenario, Sight, Step } from '../scenario.ts'

const SEARCH_EMMA: readonly Step[] = [{ do: 'search', text: 'emma' }]

/** By whom the books are that only these scenarios have, so that a search finds them and no others. */
const AUTHOR = 'Oddity Marginalia'

const SEARCH_ODD: readonly Step[] = [{ do: 'search', text: 'marginalia' }]

/** Puts books of `AUTHOR` with these titles in front of all others. */
function shelve(...titles: string[]): (db: Db) => void {
  return (db) => {
    db.books.unshift(
      ...titles.map((title, index) =>
        buildBook({ id: `odd-${index + 1}`, volumeInfo: { title, authors: [AUTHOR] } }),
      ),
    )
  }
}

/** The empty result: two lines of one status (decision 45). */
const NOTHING_FOUND: readonly Sight[] = [
  { as: 'status', text: 'No books found.' },
  { as: 'status', text: 'Check the spelling, or search for the author.' },
]

const LONG_TITLE =
  'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: Who Lived ' +
  'Eight and Twenty Years, All Alone in an Un-inhabited Island on the Coast of America, Near the ' +
  'Mouth of the Great River of Oroonoque'
const LONG_WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
const ARABIC = 'ألف ليلة وليلة'
const HEBREW = 'שיר השירים (The Song of Songs)'
/** What would do harm as markup, as a part of an address or as SQL. */
const HOSTILE =
  '<script>alert("Crumbs")</script> 100% & ?query=#/..\\ \'; DROP TABLE books; -- {Enter}[x]'

/** The search box and its results. */
export const searchScenarios = {
  searchWorks: {
    title: 'Search finds books',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: [
      { as: 'text', text: 'Emma' },
      { as: 'text', text: 'Jane Austen' },
    ],
    note: 'a list of covers, titles and authors under the box, at most 200 px high',
  },
  searchEmpty: {
    title: 'Search finds nothing',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: NOTHING_FOUND,
    handlers: () => [answering(searchBooks, () => HttpResponse.json({ data: [] }))],
  },
  searchWrongShape: {
    title: 'Search answers in a shape that nobody agreed on',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: NOTHING_FOUND,
    note: 'an answer without a list counts as an empty one',
    handlers: () => [answering(searchBooks, () => HttpResponse.json({ results: 'many' }))],
  },
  searchFails: {
    title: 'Search fails',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: [
      {
        as: 'alert',
        text: 'Error fetching data: Something went wrong on our side. Please try again.',
      },
    ],
    note: "the server's error field",
    handlers: failing(searchBooks),
    failsRequests: true,
  },
  searchFailsWithoutWords: {
    title: 'Search fails without a body',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: [
      { as: 'alert', text: 'Error fetching data: The server answered 500. Please try again.' },
    ],
    note: "the error's own message",
    handlers: () => [answering(searchBooks, () => new HttpResponse(null, { status: 500 }))],
    failsRequests: true,
  },
  searchLimited: {
    title: 'Too many searches (429)',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: [
      {
        as: 'alert',
        text: 'Error fetching data: Too many requests. Please try again in 1 minute.',
      },
    ],
    handlers: () => [
      answering(searchBooks, () =>
        problemResponse(
          new Problem(429, 'rate_limited', 'Too many requests. Please try again in 1 minute.'),
        ),
      ),
    ],
    failsRequests: true,
  },
  searchSlow: {
    title: 'Search takes four seconds',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_EMMA,
    shows: [{ as: 'text', text: 'Emma' }],
    note: 'the magnifying glass moves until then',
    handlers: slow(searchBooks),
  },
  searchSignedOut: {
    title: 'A visitor searches',
    screen: 'Search',
    session: 'signedOut',
    steps: SEARCH_EMMA,
    shows: [
      { as: 'alert', text: 'Please log in to search for books.' },
      { as: 'heading', text: 'Login' },
    ],
    note: 'and a smooth scroll to the form',
  },
  searchSignedOutElsewhere: {
    title: 'A visitor searches on a page without the form',
    screen: 'Search',
    session: 'signedOut',
    path: '/book/emma',
    steps: SEARCH_EMMA,
    shows: [
      { as: 'alert', text: 'Please log in to search for books.' },
      { as: 'heading', text: 'Login' },
      { as: 'path', text: '/' },
    ],
  },
  searchHostile: {
    title: 'Search for what would do harm as markup, address or SQL',
    screen: 'Search',
    session: 'signedIn',
    steps: [{ do: 'search', text: HOSTILE }],
    shows: [{ as: 'text', text: HOSTILE }],
    note: 'a book of that title is found, and its title is nothing but text',
    prepare: shelve(HOSTILE),
  },
  searchLongTitles: {
    title: 'Search finds very long titles',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_ODD,
    shows: [
      { as: 'text', text: LONG_TITLE },
      { as: 'text', text: LONG_WORD },
    ],
    note: 'each on two lines at most, cut by three dots',
    prepare: shelve(LONG_TITLE, LONG_WORD),
  },
  searchRightToLeft: {
    title: 'Search finds titles that read from right to left',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_ODD,
    shows: [
      { as: 'text', text: ARABIC },
      { as: 'text', text: HEBREW },
    ],
    prepare: shelve(ARABIC, HEBREW),
  },
  searchCoversMissing: {
    title: 'Search finds books without covers',
    screen: 'Search',
    session: 'signedIn',
    steps: SEARCH_ODD,
    shows: [
      { as: 'text', text: 'A Book without a Cover' },
      { as: 'text', text: 'A Book Whose Cover Is Gone' },
    ],
    note: 'the default cover beside both',
    prepare(db) {
      const authors = [AUTHOR]
      db.books.unshift(
        buildBook({
          id: 'odd-1',
          volumeInfo: { title: 'A Book without a Cover', authors, imageLinks: undefined },
        }),
        buildBook({
          id: 'odd-2',
          volumeInfo: {
            title: 'A Book Whose Cover Is Gone',
            authors,
            imageLinks: { thumbnail: '/covers/gone' },
          },
        }),
      )
    },
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>
