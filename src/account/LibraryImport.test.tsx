import { configure, screen, waitFor, within } from '@testing-library/react'
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
].join('\n')

let unstub: () => void
beforeEach(async () => {
  unstub = await stubForms()
})
afterEach(() => unstub())

const csv = (text = EXPORT): File => new File([text], 'goodreads.csv', { type: 'text/csv' })

/** Signs Ada in, opens her dialog and chooses a file there. */
async function choose(file = csv(), overrides: Partial<FakeUser> = {}) {
  const reader = signIn({ name: 'Ada', ...overrides })
  const app = renderApp('/favorites')
  await app.user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await quiet()
  await app.user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your account' })
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
  room: 10,
  missing: [],
  found: ['one', 'two'].map((id, at) => ({
    id,
    title: `Book ${id}`,
    author: 'Ann Other',
    rating: 5 - at,
    isLoved: true,
    isRead: true,
    isFavorite: false,
  })),
  ...overrides,
})

test('what was loved becomes favorites, the best rated first, and can be taken back', async () => {
  const stored = 'the-great-gatsby'
  const { reader, press } = await choose(csv(), { favorites: [stored] })
  expect(
    await screen.findByText('This Goodreads export has 5 rows. Catchword has 4 of these books.'),
  ).toBeInTheDocument()
  expect(screen.getByText('Already in your favorites: 1')).toBeInTheDocument()
  expect(backend.account(reader.id).favorites).toEqual([stored])

  await press('Add 2 books to favorites')
  const reported = await screen.findByText('2 favorites added, best rated first.')
  expect(reported).toHaveFocus()
  const { favorites, favoriteAuthors } = backend.account(reader.id)
  expect(favorites).toEqual(['pride-and-prejudice', 'emma', stored])
  expect(favoriteAuthors).toEqual(['Jane Austen'])
  // The page behind the dialog knows them, too.
  expect(await screen.findByRole('link', { name: 'Emma', hidden: true })).toBeInTheDocument()

  await press('Undo')
  expect(await screen.findByText('Undone: your favorites are as they were before.')).toHaveFocus()
  expect(backend.account(reader.id)).toMatchObject({ favorites: [stored], favoriteAuthors: [] })
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('everything that was read can be added, and what was wanted cannot', async () => {
  const { user, reader, press } = await choose()
  await user.click(await screen.findByRole('radio', { name: 'Everything I have read (3)' }))
  await press('Add 3 books to favorites')
  await screen.findByText('3 favorites added, best rated first.')
  expect(backend.account(reader.id).favorites).toHaveLength(3)
})

test('two files in a row are taken back together', async () => {
  const { user, reader, press } = await choose()
  await press('Add 2 books to favorites')
  const field = screen.getByLabelText('Choose a file or drop it here')
  await waitFor(() => expect(field).toHaveAttribute('aria-disabled', 'false'))
  await user.upload(field, csv(`${EXPORT.split('\n')[0]}\n9,Persuasion,Jane Austen,,,5,read`))
  await press('Add 1 book to favorites')
  await screen.findByText('3 favorites added, best rated first.')
  await press('Undo')
  await screen.findByText('Undone: your favorites are as they were before.')
  expect(backend.account(reader.id).favorites).toEqual([])
})

test('what does not fit is said before anything is added', async () => {
  const leftOut = { repeated: 3, unreadable: 1, unreadRatings: 2, otherMedia: 1 }
  backend.responds(previewLibrary, preview({ room: 1, rows: 6, ...leftOut }))
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
    'Nothing to add: all of these books are already in your favorites.',
    { found: found({ isFavorite: true }) },
  ],
  [
    'Nothing to add: your favorites are full. Remove some, then choose the file again.',
    { room: 0 },
  ],
  [
    'Nothing to add: no book is rated four or five stars or marked as read.',
    { found: found({ isLoved: false, isRead: false }) },
  ],
])('a library that adds nothing says why: %s', async (why, overrides) => {
  backend.responds(previewLibrary, preview(overrides))
  await choose()
  expect(await screen.findByText(why)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add 0 books to favorites' })).toBeDisabled()
})

test('a choice without books cannot be chosen', async () => {
  backend.responds(previewLibrary, preview({ found: found({ isLoved: false }) }))
  await choose()
  expect(
    await screen.findByRole('radio', {
      name: 'Rated four or five stars, or marked as a favorite (0)',
    }),
  ).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Add 2 books to favorites' })).toBeEnabled()
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
  await screen.findByRole('button', { name: 'Add 2 books to favorites' })
  backend.endSessions()
  await press('Add 2 books to favorites')
  expect(await screen.findByText('User not authenticated. Please log in.')).toBeInTheDocument()
  expect(backend.account(reader.id).favorites).toEqual([])
})

test('the dialog stays until the books are added, and a double click adds them once', async () => {
  const { user, press } = await choose()
  await screen.findByRole('button', { name: 'Add 2 books to favorites' })
  const release = backend.holds(addLibrary)
  await press('Add 2 books to favorites')
  await press('Adding…')
  await user.keyboard('{Escape}')
  release()
  await screen.findByText('2 favorites added, best rated first.')
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
  await screen.findByRole('button', { name: 'Add 2 books to favorites' })
  expect(screen.queryByRole('alert')).toBeNull()
})
