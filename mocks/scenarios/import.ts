import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { addLibrary, previewLibrary, removeLibrary } from '../../contract/library.ts'
import { failing, press, readerWith, scenariosOf, slow, upload } from '../scenarioForm.ts'

const CHOOSE_FILE = 'Choose a file or drop it here'
const CHOOSE = [upload(CHOOSE_FILE, 'library')]
const ADD = 'Add 4 books'

const NOT_READ = 'Your library could not be read.'

const path = '/import'
const { asReader } = scenariosOf('Import', { path })
const choosing = scenariosOf('Import', { path, steps: CHOOSE })
const adding = scenariosOf('Import', { path, steps: [...CHOOSE, press(ADD)] })
const undoing = scenariosOf('Import', { path, steps: [...CHOOSE, press(ADD), press('Undo')] })

/** The page that imports a library. */
export const importScenarios = {
  importOpen: asReader('The page that imports a library', {
    shows: { heading: ['Import your library', 'Where to find your export'] },
  }),
  libraryPreview: choosing.asReader('What a library holds, before anything is added', {
    then: {
      status: 'This Goodreads export has 5 rows. Catchword has 4 of these books.',
      button: ADD,
      text: 'Not in Catchword: 1',
    },
    note: 'each of the four choices can be left out, and each book; the list of what is missing can be saved',
  }),
  libraryKnown: choosing.asReader('A library of which everything is there already', {
    then: {
      text: [
        'Already on your lists: 4',
        'Nothing to add: all of these books are already on your lists.',
      ],
    },
    lacks: { button: ADD },
    prepare: readerWith({
      favorites: ['pride-and-prejudice', 'emma', 'the-great-gatsby', 'middlemarch'],
    }),
  }),
  librarySilent: asReader('A library that says nothing of its books', {
    steps: [upload(CHOOSE_FILE, 'titles')],
    then: {
      text: 'The file does not say what you think of these books. They are:',
      button: 'Add 2 books',
    },
  }),
  libraryUndoable: asReader('A library that was added before can be taken back for a day', {
    shows: { text: '2 books from StoryGraph, added today.', button: 'Undo' },
    prepare: readerWith({
      favorites: ['emma'],
      marks: { wantToRead: ['middlemarch'], read: [], notForMe: [] },
      lastImport: {
        program: 'StoryGraph',
        favorites: ['emma'],
        wantToRead: ['middlemarch'],
        read: [],
        notForMe: [],
        authors: [],
      },
    }),
  }),
  librarySlow: choosing.asReader('Reading a library takes four seconds', {
    then: { status: 'Reading your library…' },
    responses: [slow(previewLibrary)],
  }),
  libraryFails: choosing.asReader('A library cannot be read', {
    then: { alert: `${NOT_READ} ${ERROR_TEXTS.internal}` },
    responses: [failing(previewLibrary)],
  }),
  libraryNoTable: asReader('A picture in place of a library', {
    steps: [upload(CHOOSE_FILE, 'picture')],
    then: { alert: `${NOT_READ} ${ERROR_TEXTS.libraryNoTable}` },
    failsRequests: true,
  }),
  libraryAdded: adding.asReader('A library was added', {
    then: {
      text: 'Added: 2 favorites, 1 book you want to read, and 1 book that is not for you.',
      button: 'Undo',
      link: 'See your recommendations',
    },
  }),
  libraryAddFails: adding.asReader('A library cannot be added', {
    then: {
      alert: `Your books could not be added. ${ERROR_TEXTS.internal}`,
      button: 'Try again',
    },
    responses: [failing(addLibrary)],
  }),
  libraryUndone: undoing.asReader('A library was added and taken back', {
    then: { status: 'Undone: what was added is gone again.' },
    lacks: { button: 'Undo' },
  }),
  libraryUndoFails: undoing.asReader('A library cannot be taken back', {
    then: { alert: `Undo failed. ${ERROR_TEXTS.internal}`, button: 'Undo' },
    responses: [failing(removeLibrary)],
  }),
}
