import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addLibrary, previewLibrary, type LibraryPreview } from '../../contract/library.ts'
import { LIBRARY_MAX_BYTES } from '../../contract/uploads.ts'
import type { FakeUser } from '../../mocks/builders.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stubForms } from '../test/nodeForms.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 90_000 })

const EXPORT = [
  'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf',
  '1,Emma,Jane Austen,"Austen, Jane","=""""",4,read',
  '2,Pride and Prejudice,Jane Austen,"Austen, Jane","=""""",5,read',
  '3,The Great Gatsby,F. Scott Fitzgerald,"Fitzgerald, F. Scott","=""""",2,read',
  '4,Middlemarch,George Eliot,"Eliot, George","=""""",0,to-read',
  '5,=A Book Nobody Has,Ann Other,"Other, Ann","=""""",5,read',
  '6,Dracula,Bram Stoker,"Stoker, Bram","=""""",3,read',
  '7,Frankenstein,Mary Shelley,"Shelley, Mary","=""""",1,read',
].join('\n')

let unstub: () => void
beforeEach(async () => {
  unstub = await stubForms()
})
afterEach(() => unstub())

const csv = (text = EXPORT): File => new File([text], 'goodreads.csv', { type: 'text/csv' })

/** Opens the account dialog of the reader who is signed in. */
async function openDialog() {
  const app = renderApp('/favorites')
  await app.user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await quiet()
  await app.user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your account' })
  return { ...app, dialog }
}

/** Signs Ada in, opens her dialog and chooses a file there. */
async function choose(file = csv(), overrides: Partial<FakeUser> = {}) {
  const reader = signIn({ name: 'Ada', ...overrides })
  const { dialog, ...app } = await openDialog()
  await app.user.upload(within(dialog).getByLabelText('Choose a file or drop it here'), file)
  const press = async (name: string) =>
    app.user.click(await within(dialog).findByRole('button', { name }))
  return { ...app, reader, dialog, press }
}

const preview = (overrides: Partial<LibraryPreview>): LibraryPreview => ({
  program: null,
  rows: 2,
  repeated: 0,
  unreadable: 0,
  unreadRatings: 0,
  otherMedia: 0,
  notes: [],
  room: { favorites: 10, wantToRead: 10, read: 10, notForMe: 10 },
  missing: [],
  found: ['one', 'two'].map((id, at) => ({
    id,
    title: `Book ${id}`,
    author: 'Ann Other',
    rating: 5 - at,
    mark: 'favorites',
    known: null,
  })),
  ...overrides,
})

test('each book becomes what the file says of it, and can be taken back after a reload', async () => {
  const stored = 'the-great-gatsby'
  const { reader, press } = await choose(csv(), { favorites: [stored] })
  expect(
    await screen.findByText('This Goodreads export has 7 rows. Catchword has 6 of these books.'),
  ).toBeInTheDocument()
  expect(screen.getByText('Already on your lists: 1')).toBeInTheDocument()
  for (const name of [
    'What I loved (2)',
    'What I want to read (1)',
    'What I have read (1)',
    'What I rated one or two stars: not for me (1)',
  ])
    expect(screen.getByRole('checkbox', { name })).toBeChecked()
  for (const row of [
    'Pride and Prejudice · Jane Austen · 5 ★ · Favorite',
    'Middlemarch · George Eliot · Want to read',
    'Dracula · Bram Stoker · 3 ★ · Read it',
    /^Frankenstein.* · 1 ★ · Not for me$/,
    'The Great Gatsby · F. Scott Fitzgerald · 2 ★ · Favorite',
  ])
    expect(screen.getByText(row)).toBeInTheDocument()
  expect(backend.account(reader.id).favorites).toEqual([stored])

  await press('Add 5 books')
  const reported = await screen.findByText(
    'Added: 2 favorites, 1 book you want to read, 1 book you have read, and 1 book that is not for you.',
  )
  expect(reported).toHaveFocus()
  expect(backend.account(reader.id)).toMatchObject({
    favorites: ['pride-and-prejudice', 'emma', stored],
    favoriteAuthors: ['Jane Austen'],
    marks: {
      wantToRead: ['middlemarch'],
      read: ['dracula'],
      notForMe: ['frankenstein-or-the-modern-prometheus'],
    },
  })
  // The page behind the dialog knows them, too.
  expect(await screen.findByRole('link', { name: 'Emma', hidden: true })).toBeInTheDocument()

  cleanup()
  const { dialog, user } = await openDialog()
  expect(
    await within(dialog).findByText('5 books from Goodreads, added today.'),
  ).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone: what was added is gone again.')).toHaveFocus()
  expect(backend.account(reader.id)).toMatchObject({
    favorites: [stored],
    favoriteAuthors: [],
    marks: { wantToRead: [], read: [], notForMe: [] },
  })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument(),
  )
})

test('what is not chosen is left out, and said to be', async () => {
  const { user, reader, press } = await choose()
  await user.click(await screen.findByRole('checkbox', { name: 'What I loved (2)' }))
  await user.click(screen.getByRole('checkbox', { name: 'What I have read (1)' }))
  expect(screen.getByText('Left out: 3')).toBeInTheDocument()
  await press('Add 3 books')
  await screen.findByText('Added: 1 book you want to read and 2 books that are not for you.')
  expect(backend.account(reader.id)).toMatchObject({ favorites: [], marks: { read: [] } })
})

test('of a file that says nothing of its books the reader says what they are', async () => {
  const titles = 'title,author\nEmma,Jane Austen\nDracula,Bram Stoker'
  const { user, reader, press } = await choose(csv(titles))
  const group = await screen.findByRole('radiogroup', {
    name: 'The file does not say what you think of these books. They are:',
  })
  expect(within(group).getByRole('radio', { name: 'What I have read' })).toBeChecked()
  await user.click(within(group).getByRole('radio', { name: 'What I want to read' }))
  await press('Add 2 books')
  await screen.findByText('Added: 2 books you want to read.')
  expect(backend.account(reader.id).marks.wantToRead).toEqual(['emma', 'dracula'])
})

test('what does not fit is said before anything is added', async () => {
  const leftOut = { repeated: 3, unreadable: 1, unreadRatings: 2, otherMedia: 1 }
  const room = { favorites: 1, wantToRead: 0, read: 0, notForMe: 0 }
  backend.responds(previewLibrary, preview({ room, rows: 6, ...leftOut }))
  await choose()
  expect(
    await screen.findByText('Your favorites have room for 1 more. The best rated will be added.'),
  ).toBeInTheDocument()
  expect(
    screen.getByText(
      'Skipped: 3 duplicate rows, 1 row without a title or ISBN, 2 unreadable ratings, and 1 article, film or the like.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText('To be added: 1')).toBeInTheDocument()
})

test('what had to be mended or guessed in a file is said', async () => {
  await choose(csv('Les MisÃ©rables,Victor Hugo,9780141439587\nEmma,Jane Austen,9780141439587'))
  expect(await screen.findByText(/^Its letters had been garbled/)).toBeInTheDocument()
  expect(screen.getByText(/^No names of columns/)).toBeInTheDocument()
})

/** The two found books, changed. */
const found = (change: Partial<LibraryPreview['found'][number]>) =>
  preview({}).found.map((book) => ({ ...book, ...change }))

test.each<[string, Partial<LibraryPreview>]>([
  ['Nothing to add: there are no books in this file.', { rows: 0, found: [] }],
  [
    'Nothing to add: Catchword has none of these books.',
    { found: [], missing: [{ title: 'Unheard', author: '', isbn: '' }] },
  ],
  [
    'Nothing to add: all of these books are already on your lists.',
    { found: found({ known: 'wantToRead' }) },
  ],
  [
    'Nothing to add: your lists are full. Remove some books, then choose the file again.',
    { room: { favorites: 0, wantToRead: 0, read: 0, notForMe: 0 } },
  ],
  ['Nothing to add: nothing above is chosen.', { found: found({ mark: null }) }],
])('a library that adds nothing says why: %s', async (why, overrides) => {
  backend.responds(previewLibrary, preview(overrides))
  await choose()
  expect(await screen.findByText(why)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
})

test('a choice without books cannot be chosen', async () => {
  backend.responds(previewLibrary, preview({}))
  await choose()
  expect(await screen.findByRole('checkbox', { name: 'What I have read (0)' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Add 2 books' })).toBeEnabled()
})

test('the list of missing books is saved as a table in which nothing is a formula', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await choose()
  await user.click(await screen.findByText('Not in Catchword: 1'))
  await user.click(screen.getByRole('button', { name: 'Save this list' }))
  expect(await saved.at(-1)?.text()).toContain('"\'=A Book Nobody Has","Ann Other",""')
})

test('a file above 5 MB is not sent', async () => {
  await choose(csv('x'.repeat(LIBRARY_MAX_BYTES + 1)))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your library could not be read. The file can be at most 5 MB.',
  )
  expect(sentRequests('POST', /library$/)).toEqual([])
})

test('a response of another shape is a failure like any other', async () => {
  backend.responds(previewLibrary, { found: 'all of them' })
  await choose()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your library could not be read. The server sent an unexpected response.',
  )
})

test('a session that ends in the middle leads back to the form, and nothing is added', async () => {
  const { reader, press } = await choose()
  await screen.findByRole('button', { name: 'Add 6 books' })
  backend.endSessions()
  await press('Add 6 books')
  expect(await screen.findByText('User not authenticated. Please log in.')).toBeInTheDocument()
  expect(backend.account(reader.id).favorites).toEqual([])
})

test('the dialog stays until the books are added, and a double click adds them once', async () => {
  const { user, press } = await choose()
  await screen.findByRole('button', { name: 'Add 6 books' })
  const release = backend.holds(addLibrary)
  await press('Add 6 books')
  await press('Adding…')
  await user.keyboard('{Escape}')
  release()
  await screen.findByText(/^Added: /)
  expect(sentRequests('PUT', /library$/)).toHaveLength(1)
})

test('a busy server is said, and another attempt works', async () => {
  backend.refuses(previewLibrary, 503, 'The server is busy. Please try again in a moment.')
  const { dialog, user } = await choose()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your library could not be read. The server is busy. Please try again in a moment.',
  )
  backend.responds(previewLibrary, preview({}))
  await user.upload(within(dialog).getByLabelText('Choose a file or drop it here'), csv())
  await screen.findByRole('button', { name: 'Add 2 books' })
  expect(screen.queryByRole('alert')).toBeNull()
})
