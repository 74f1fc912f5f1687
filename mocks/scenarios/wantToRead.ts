import { getMarkedBooks, removeMark } from '../../contract/marks.ts'
import {
  choose,
  failing,
  press,
  readerWith,
  RED_HEART,
  scenariosOf,
  slow,
  WHITE_HEART,
} from '../scenarioForm.ts'
import type { FakeUser } from '../builders.ts'
import type { Db } from '../db.ts'

const path = '/want-to-read'
const { asReader } = scenariosOf('Want to read', { path })
const withThree = scenariosOf('Want to read', {
  path,
  prepare: readerWith({
    marks: { wantToRead: ['dracula', 'emma', '1984'], read: [], notForMe: [] },
  }),
})

/** For `prepare`: fourteen books, Dracula first. */
function withMany(db: Db, reader: FakeUser): void {
  const others = db.books.filter(({ id }) => id !== 'dracula')
  reader.marks.wantToRead = ['dracula', ...others.slice(0, 13).map(({ id }) => id)]
}

const NONE = 'No books on this list yet. Press “Want to read” wherever you find one.'
const FAILED = 'Failed to load the books you want to read.'
const NOT_UPDATED = 'Failed to update this list.'
const REMOVE = [press('More about Dracula'), choose('No longer want to read')]

/** The page of the books that the reader wants to read. */
export const wantToReadScenarios = {
  wantToReadThree: withThree.asReader('Three books to read', {
    shows: {
      heading: 'Books You Want to Read',
      link: ['Dracula', 'Emma', '1984'],
      button: ['Back', WHITE_HEART, 'More about Dracula'],
    },
  }),
  wantToReadEmpty: asReader('No books to read yet', {
    shows: { status: NONE, link: ['Find your next book', 'Import your library'] },
  }),
  wantToReadFails: asReader('The books to read cannot be fetched', {
    shows: { alert: FAILED, button: 'Try again' },
    lacks: { status: NONE },
    responses: [failing(getMarkedBooks)],
  }),
  wantToReadSlow: withThree.asReader('The books to read take four seconds', {
    shows: { heading: 'Books You Want to Read', status: 'Loading the books you want to read...' },
    responses: [slow(getMarkedBooks)],
  }),
  wantToReadRemoved: withThree.asReader('A book is no longer wanted', {
    steps: REMOVE,
    then: { text: 'No longer on this list', link: 'Dracula', alert: 'Taken back: Dracula.' },
    note: 'it keeps its place until the page is left',
  }),
  wantToReadLoved: withThree.asReader('A book that was wanted becomes a favorite', {
    steps: [press(WHITE_HEART)],
    then: { text: 'A favorite now', link: 'Dracula', button: RED_HEART },
    note: 'it keeps its place until the page is left',
  }),
  wantToReadMoved: asReader('A book goes to another place of the own order', {
    steps: [press('Move down')],
    then: { text: 'Dracula: place 2 of 14.', button: ['Move up', 'Move down'] },
    note: 'from 13 books on; by its handle a book can be dragged',
    prepare: withMany,
  }),
  wantToReadUpdateFails: withThree.asReader('A book cannot be taken off the list', {
    steps: REMOVE,
    then: { alert: NOT_UPDATED, button: 'Close', link: 'Dracula' },
    lacks: { text: 'No longer on this list' },
    responses: [failing(removeMark)],
  }),
}
