import { HttpResponse } from 'msw'
import { searchBooks } from '../../contract/books.ts'
import { failing, responding, scenariosOf, search, withJson } from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Search', { steps: [search('emma')] })

const LOG_IN_TO_SEARCH = 'Please log in to search for books.'

/** The search box and its results. */
export const searchScenarios = {
  searchWorks: asReader('Search finds books', {
    then: { text: ['Emma', 'Jane Austen'] },
    note: 'a list of covers, titles and authors under the box, at most 200 px high',
  }),
  searchEmpty: asReader('Search finds nothing', {
    then: { status: ['No books found.', 'Check the spelling, or search for the author.'] },
    responses: [withJson(searchBooks, { data: [] })],
  }),
  searchNear: asReader('Search finds only what is near', {
    then: { status: 'No exact match. Near it:', text: 'Emma' },
    steps: [search('emma wodehouse')],
  }),
  searchWish: asReader('Search by what one wants', {
    then: { status: 'Love story for adults, but not war' },
    steps: [search('love stories for adults without war')],
  }),
  searchLike: asReader('Search for books like another', {
    then: { status: 'Like Emma', text: 'Pride and Prejudice' },
    steps: [search('books like emma')],
  }),
  searchFails: asReader('Search fails', {
    then: {
      alert: 'Error fetching data: Something went wrong on our side. Please try again.',
      button: 'Try again',
    },
    note: 'the box keeps the reason when the message has gone',
    responses: [failing(searchBooks)],
  }),
  searchFailsWithoutWords: asReader('Search fails without a body', {
    then: { alert: 'Error fetching data: The server responded with error 500. Please try again.' },
    responses: [responding(searchBooks, () => new HttpResponse(null, { status: 500 }))],
    failsRequests: true,
  }),
  searchSignedOut: asVisitor('A visitor searches', {
    then: { alert: LOG_IN_TO_SEARCH, heading: 'Login' },
    note: 'and a smooth scroll to the form',
  }),
  searchSignedOutOnBook: asVisitor('A visitor searches on a page without the form', {
    path: '/book/emma',
    then: { alert: LOG_IN_TO_SEARCH, heading: 'Login', path: '/' },
  }),
}
