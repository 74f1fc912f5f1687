import { HttpResponse } from 'msw'
import { searchBooks } from '../../contract/books.ts'
import { failing, refusing, responding, slow } from '../responses.ts'
import { buildBook } from '../builders.ts'
import type { Db } from '../db.ts'
import type { Scenario, Expectation, Step } from '../scenario.ts'
import { alert, heading, path, scenariosOf, search, status, text } from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Search')

const SEARCH_EMMA: readonly Step[] = [search('emma')]

/** By whom the books are that only these scenarios have, so that a search finds them and no others. */
const AUTHOR = 'Oddity Marginalia'

const SEARCH_ODD: readonly Step[] = [search('marginalia')]

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
const NOTHING_FOUND: readonly Expectation[] = [
  status('No books found.'),
  status('Check the spelling, or search for the author.'),
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
  searchWorks: asReader('Search finds books', {
    steps: SEARCH_EMMA,
    shows: [text('Emma'), text('Jane Austen')],
    note: 'a list of covers, titles and authors under the box, at most 200 px high',
  }),
  searchEmpty: asReader('Search finds nothing', {
    steps: SEARCH_EMMA,
    shows: NOTHING_FOUND,
    ...responding(searchBooks, () => HttpResponse.json({ data: [] })),
  }),
  searchWrongShape: asReader('Search answers in a shape that nobody agreed on', {
    steps: SEARCH_EMMA,
    shows: NOTHING_FOUND,
    note: 'an answer without a list counts as an empty one',
    ...responding(searchBooks, () => HttpResponse.json({ results: 'many' })),
  }),
  searchFails: asReader('Search fails', {
    steps: SEARCH_EMMA,
    shows: [alert('Error fetching data: Something went wrong on our side. Please try again.')],
    note: "the server's error field",
    ...failing(searchBooks),
  }),
  searchFailsWithoutWords: asReader('Search fails without a body', {
    steps: SEARCH_EMMA,
    shows: [alert('Error fetching data: The server answered 500. Please try again.')],
    note: "the error's own message",
    ...responding(searchBooks, () => new HttpResponse(null, { status: 500 })),
    failsRequests: true,
  }),
  searchLimited: asReader('Too many searches (429)', {
    steps: SEARCH_EMMA,
    shows: [alert('Error fetching data: Too many requests. Please try again in 1 minute.')],
    ...refusing(
      searchBooks,
      429,
      'rate_limited',
      'Too many requests. Please try again in 1 minute.',
    ),
  }),
  searchSlow: asReader('Search takes four seconds', {
    steps: SEARCH_EMMA,
    shows: [text('Emma')],
    note: 'the magnifying glass moves until then',
    ...slow(searchBooks),
  }),
  searchSignedOut: asVisitor('A visitor searches', {
    steps: SEARCH_EMMA,
    shows: [alert('Please log in to search for books.'), heading('Login')],
    note: 'and a smooth scroll to the form',
  }),
  searchSignedOutOnBook: asVisitor('A visitor searches on a page without the form', {
    path: '/book/emma',
    steps: SEARCH_EMMA,
    shows: [alert('Please log in to search for books.'), heading('Login'), path('/')],
  }),
  searchHostile: asReader('Search for what would do harm as markup, address or SQL', {
    steps: [search(HOSTILE)],
    shows: [text(HOSTILE)],
    note: 'a book of that title is found, and its title is nothing but text',
    prepare: shelve(HOSTILE),
  }),
  searchLongTitles: asReader('Search finds very long titles', {
    steps: SEARCH_ODD,
    shows: [text(LONG_TITLE), text(LONG_WORD)],
    note: 'each on two lines at most, cut by three dots',
    prepare: shelve(LONG_TITLE, LONG_WORD),
  }),
  searchRightToLeft: asReader('Search finds titles that read from right to left', {
    steps: SEARCH_ODD,
    shows: [text(ARABIC), text(HEBREW)],
    prepare: shelve(ARABIC, HEBREW),
  }),
  searchCoversMissing: asReader('Search finds books without covers', {
    steps: SEARCH_ODD,
    shows: [text('A Book without a Cover'), text('A Book Whose Cover Is Gone')],
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
  }),
} satisfies Record<string, Scenario>
