import { addLibrary, previewLibrary, removeLibrary } from '../../contract/library.ts'
import { failing, readerWith, slow } from '../responses.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'
import {
  alert,
  button,
  choose,
  link,
  press,
  scenariosOf,
  status,
  text,
  upload,
} from '../scenarioForm.ts'

const { asReader } = scenariosOf('Navbar and profile')

const CHOOSE: readonly Step[] = [
  press('Profile menu'),
  choose(READER.name),
  upload('Choose a file, or drop it here', 'library'),
]
const ADD: readonly Step[] = [...CHOOSE, press('Add 2 to favorites')]

/** The import of a library in the account dialog (decision 58). */
export const libraryScenarios = {
  libraryPreview: asReader('What an exported library holds, before anything is added', {
    steps: CHOOSE,
    shows: [
      status('This export of Goodreads has 5 rows. Catchword has 4 books of it.'),
      button('Add 2 to favorites'),
      text('Not in Catchword: 1'),
    ],
    note: 'the other choice offers all three that are read; the list of what is missing can be saved',
  }),
  libraryKnown: asReader('A library of which everything is there already', {
    steps: CHOOSE,
    shows: [text('Favorites already: 2')],
    lacks: [button('Add 2 to favorites')],
    prepare: readerWith({ favorites: ['pride-and-prejudice', 'emma'] }),
  }),
  libraryAdded: asReader('A library was added', {
    steps: ADD,
    shows: [
      status('2 favorites added, the best rated first.'),
      button('Undo'),
      link('See your recommendations'),
    ],
  }),
  libraryUndone: asReader('A library was added and taken back', {
    steps: [...ADD, press('Undo')],
    shows: [status('Taken back: your favorites are as they were.')],
    lacks: [button('Undo')],
  }),
  librarySlow: asReader('Reading a library takes four seconds', {
    steps: CHOOSE,
    shows: [status('Reading your library…')],
    ...slow(previewLibrary),
  }),
  libraryNoTable: asReader('A picture in place of a library', {
    steps: [...CHOOSE.slice(0, 2), upload('Choose a file, or drop it here', 'picture')],
    shows: [
      alert(
        'Your library could not be read. Please choose a table of books, as a CSV or TSV file.',
      ),
    ],
    failsRequests: true,
  }),
  libraryFails: asReader('A library cannot be read', {
    steps: CHOOSE,
    shows: [
      alert('Your library could not be read. Something went wrong on our side. Please try again.'),
    ],
    ...failing(previewLibrary),
  }),
  libraryAddFails: asReader('A library cannot be added', {
    steps: ADD,
    shows: [
      alert('Your books could not be added. Something went wrong on our side. Please try again.'),
      button('Add 2 to favorites'),
    ],
    ...failing(addLibrary),
  }),
  libraryUndoFails: asReader('A library cannot be taken back', {
    steps: [...ADD, press('Undo')],
    shows: [
      alert('This could not be taken back. Something went wrong on our side. Please try again.'),
      button('Undo'),
    ],
    ...failing(removeLibrary),
  }),
} satisfies Record<string, Scenario>
