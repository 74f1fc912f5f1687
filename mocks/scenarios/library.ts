import { addLibrary, previewLibrary, removeLibrary } from '../../contract/library.ts'
import { failing, slow } from '../answers.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'

const CHOOSE: readonly Step[] = [
  { do: 'press', button: 'Profile menu' },
  { do: 'choose', item: READER.name },
  { do: 'upload', field: 'Choose a file, or drop it here', file: 'library' },
]
const ADD: readonly Step[] = [...CHOOSE, { do: 'press', button: 'Add 2 to favorites' }]

const common = { screen: 'Navbar and profile', session: 'signedIn' } as const

/** The import of a library in the account dialog (decision 58). */
export const libraryScenarios = {
  libraryPreview: {
    ...common,
    title: 'What an exported library holds, before anything is added',
    steps: CHOOSE,
    shows: [
      {
        as: 'status',
        text: 'This export of Goodreads has 5 rows. Catchword has 4 books of it.',
      },
      { as: 'button', text: 'Add 2 to favorites' },
      { as: 'text', text: 'Not in Catchword: 1' },
    ],
    note: 'the other choice offers all three that are read; the list of what is missing can be saved',
  },
  libraryKnown: {
    ...common,
    title: 'A library of which everything is there already',
    steps: CHOOSE,
    shows: [{ as: 'text', text: 'Favorites already: 2' }],
    lacks: [{ as: 'button', text: 'Add 2 to favorites' }],
    prepare: (_db, reader) => {
      reader.favorites = ['pride-and-prejudice', 'emma']
    },
  },
  libraryAdded: {
    ...common,
    title: 'A library was added',
    steps: ADD,
    shows: [
      { as: 'status', text: '2 favorites added, the best rated first.' },
      { as: 'button', text: 'Undo' },
      { as: 'link', text: 'See your recommendations' },
    ],
  },
  libraryUndone: {
    ...common,
    title: 'A library was added and taken back',
    steps: [...ADD, { do: 'press', button: 'Undo' }],
    shows: [{ as: 'status', text: 'Taken back: your favorites are as they were.' }],
    lacks: [{ as: 'button', text: 'Undo' }],
  },
  librarySlow: {
    ...common,
    title: 'Reading a library takes four seconds',
    steps: CHOOSE,
    shows: [{ as: 'status', text: 'Reading your library…' }],
    handlers: slow(previewLibrary),
  },
  libraryNoTable: {
    ...common,
    title: 'A picture in place of a library',
    steps: [
      ...CHOOSE.slice(0, 2),
      { do: 'upload', field: 'Choose a file, or drop it here', file: 'picture' },
    ],
    shows: [
      {
        as: 'alert',
        text: 'Your library could not be read. Please choose a table of books, as a CSV or TSV file.',
      },
    ],
    failsRequests: true,
  },
  libraryFails: {
    ...common,
    title: 'A library cannot be read',
    steps: CHOOSE,
    shows: [
      {
        as: 'alert',
        text: 'Your library could not be read. Something went wrong on our side. Please try again.',
      },
    ],
    failsRequests: true,
    handlers: failing(previewLibrary),
  },
  libraryAddFails: {
    ...common,
    title: 'A library cannot be added',
    steps: ADD,
    shows: [
      {
        as: 'alert',
        text: 'Your books could not be added. Something went wrong on our side. Please try again.',
      },
      { as: 'button', text: 'Add 2 to favorites' },
    ],
    failsRequests: true,
    handlers: failing(addLibrary),
  },
  libraryUndoFails: {
    ...common,
    title: 'A library cannot be taken back',
    steps: [...ADD, { do: 'press', button: 'Undo' }],
    shows: [
      {
        as: 'alert',
        text: 'This could not be taken back. Something went wrong on our side. Please try again.',
      },
      { as: 'button', text: 'Undo' },
    ],
    failsRequests: true,
    handlers: failing(removeLibrary),
  },
} as const satisfies Record<string, Scenario>
