import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { getRecommendedBooks, type Book } from '../../../contract/books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
} from '../../../contract/favorites.ts'
import { getPreferences } from '../../../contract/preferences.ts'
import type { Overrides } from '../../../mocks/builders.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'
import { firstSentences } from './Lead.tsx'

/** A section, found by its heading: a search by role among many cards takes jsdom seconds. */
async function shelf(name: string): Promise<HTMLElement> {
  const section = (await screen.findByText(name, { selector: 'h2' })).closest('section')
  if (!section) throw new Error(`${name} heads no section.`)
  return section
}

const poetry = () => shelf('Best Poetry Books')

async function card(title: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name: title })
  const item = link.closest('li')
  if (!item) throw new Error(`${title} stands in no list.`)
  return item
}

const skeletons = () => document.querySelectorAll('[aria-hidden] .MuiSkeleton-root')

const heart = (item: HTMLElement) => within(item).getByRole('button', { name: /favorites$/ })

/** A reader whose one shelf holds one book, and nothing else. */
function prepare(authors: string[] = ['Sappho', 'A Translator']) {
  backend.clearBooks()
  const book = backend.addBook({
    volumeInfo: { title: 'Fragments', authors, categories: ['Poetry'] },
  })
  const reader = signIn({ preferences: ['Poetry'] })
  return { book, reader }
}

describe('the shelves', () => {
  test("stand in the list's order, one request each, never twice", async () => {
    signIn({ preferences: ['Travel', 'Poetry', 'Food & Cooking'] })
    renderApp('/recommendations')
    await shelf('Best Food & Cooking Books')
    await quiet()
    expect(screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent)).toEqual([
      'Best Travel Books',
      'Best Poetry Books',
      'Best Food & Cooking Books',
    ])
    const requests = sentRequests('GET', /recommendedBooks/)
    expect(requests).toHaveLength(3)
    const queries = requests.map(({ path }) => new URL(path, window.location.origin).searchParams)
    expect(new Set(queries.map((query) => query.get('preference')))).toEqual(
      new Set(['Travel', 'Poetry', 'Food & Cooking']),
    )
    for (const query of queries) expect(query.get('startIndex')).toMatch(/^([1-9]|10)$/)
    expect(await within(await poetry()).findAllByRole('listitem')).toHaveLength(12)
  })

  test('say Loading... as a status while they come', async () => {
    signIn({ preferences: ['Poetry'] })
    const releasePreferences = backend.holds(getPreferences)
    const release = backend.holds(getRecommendedBooks)
    renderApp('/recommendations')
    await screen.findByRole('heading', { name: 'Recommendations' })
    const page = within(screen.getByRole('main'))
    expect(page.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
    releasePreferences()
    expect(within(await poetry()).getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
    expect(skeletons()).not.toHaveLength(0)
    release()
    await waitFor(() => expect(page.queryByRole('status')).not.toBeInTheDocument())
    expect(skeletons()).toHaveLength(0)
  })

  test('fail one by one; the others stay, and Try again works', async () => {
    signIn({ preferences: ['Travel', 'Poetry'] })
    backend.failsWhere('/api/recommendedBooks', 'preference', 'Poetry')
    const { user } = renderApp('/recommendations')
    const alert = await within(await poetry()).findByRole('alert')
    expect(alert).toHaveTextContent('Error fetching books.')
    expect(await within(await shelf('Best Travel Books')).findAllByRole('listitem')).toHaveLength(
      12,
    )
    expect(screen.getAllByText('Error fetching books.')).toHaveLength(1)
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    // The button has gone; the focus is not lost.
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await within(await poetry()).findAllByRole('listitem')).toHaveLength(12)
    expect(screen.queryByText('Error fetching books.')).not.toBeInTheDocument()
  })

  test.each([
    ['cannot be fetched', 'Failed to fetch user preferences.'],
    ['are misshapen', 'User preferences not found or invalid.'],
  ])('when the preferences %s: %s', async (how, words) => {
    signIn({ preferences: ['Poetry'] })
    if (how === 'are misshapen') backend.responds(getPreferences, { preferences: null })
    else backend.fails(getPreferences)
    const { user } = renderApp('/recommendations')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    expect(await screen.findByRole('link', { name: 'Change your interests' })).toBeVisible()
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await poetry()).toBeVisible()
  })

  test('that are unknown say so under the page’s heading, not under the authors’ shelf', async () => {
    signIn({ preferences: ['Poetry'], favoriteAuthors: ['Rumi'] })
    backend.fails(getPreferences)
    backend.fails(getFavoriteAuthors)
    renderApp('/recommendations')
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
        'Failed to fetch user preferences.Try again',
        'Failed to fetch books by favorite authors.Try again',
      ]),
    )
  })

  test('without interests have a heading that is seen, and the way to the interests', async () => {
    signIn({ preferences: [] })
    renderApp('/recommendations')
    expect(await screen.findByRole('link', { name: 'Discover your interests' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Recommendations' })).toBeInTheDocument()
  })
})

/** So many poems, each by its own author, on a shelf in their order. */
function addPoems(count: number): Book[] {
  const poems = Array.from({ length: count }, (_, index) =>
    backend.addBook({ id: `poem-${index + 1}`, volumeInfo: poem(`Poem ${index + 1}`) }),
  )
  backend.responds(getRecommendedBooks, poems)
  return poems
}

const poem = (title: string): Overrides<Book>['volumeInfo'] => ({ title, categories: ['Poetry'] })

async function titles(name: string): Promise<string[]> {
  const items = await within(await shelf(name)).findAllByRole('listitem')
  return items.map((item) => within(item).getByRole('link').textContent)
}

const POEMS = 'Best Poetry Books'
const PICKED = 'Picked for You'
const poemsFrom = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `Poem ${first + index}`)

const showMore = () => screen.findByRole('button', { name: `Show more of ${POEMS}` })

describe('Show more', () => {
  let poems: Book[]

  beforeEach(() => {
    backend.clearBooks()
    poems = addPoems(30)
  })

  test('reveals the next twelve, then the rest, without a request; Back brings the same', async () => {
    signIn({ preferences: ['Poetry'] })
    const { user } = renderApp('/recommendations')
    await user.click(await showMore())
    expect(await titles(POEMS)).toEqual(poemsFrom(1, 24))
    expect(screen.getByRole('link', { name: 'Poem 13' })).toHaveFocus()
    await user.click(await showMore())
    expect(await titles(POEMS)).toEqual(poemsFrom(1, 30))
    expect(screen.getByRole('link', { name: 'Poem 25' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: /^Show more/ })).not.toBeInTheDocument()

    // A heart rearranges nothing, neither now nor on Back.
    await user.click(heart(await card('Poem 2')))
    await user.click(screen.getByRole('link', { name: 'Poem 20' }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await titles(POEMS)).toEqual(poemsFrom(1, 30))
    await quiet()
    expect(sentRequests('GET', /recommendedBooks|forYou/)).toHaveLength(1)

    // Opened anew, the page has the heart behind the others.
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    await screen.findByText(PICKED, { selector: 'h2' })
    expect(screen.queryByRole('link', { name: 'Poem 2' })).not.toBeInTheDocument()
  })

  test('is not there where nothing is left; favorites and their other editions stand behind the others', async () => {
    const editions = ['old', 'new'].map((id) =>
      backend.addBook({ id, workId: 'w', volumeInfo: poem(`${id} edition`) }),
    )
    backend.responds(getRecommendedBooks, [editions[1], ...poems.slice(0, 12)])
    signIn({ preferences: ['Poetry'], favorites: ['old', 'poem-3'] })
    backend.responds(getForYou, [])
    const { user } = renderApp('/recommendations')
    expect(await titles(POEMS)).toEqual([...poemsFrom(1, 2), ...poemsFrom(4, 12), 'new edition'])
    await user.click(await showMore())
    expect((await titles(POEMS)).slice(12)).toEqual(['Poem 3'])
    expect(screen.queryByRole('button', { name: /^Show more/ })).not.toBeInTheDocument()
  })
})

describe('the shelf of an interest', () => {
  test('begins with the books of the ages that the reader reads, and stays as it is', async () => {
    backend.clearBooks()
    const [loved, child, teen, adult, unknown] = [
      ...['adult', 'children', 'young adult', 'adult'].map((audience, at) => [
        `Poem ${at}`,
        audience,
      ]),
      ['Poem 4', 'rivers'],
    ].map(([title = '', audience = '']) =>
      backend.addBook({ id: idOf(title), volumeInfo: { ...poem(title), subjects: [audience] } }),
    )
    backend.responds(getRecommendedBooks, [child, teen, loved, adult, unknown])
    backend.responds(getForYou, [])
    // The browser remembers the heart, not what it is of.
    const reader = signIn({ preferences: ['Poetry'], favorites: ['poem-0'] })
    localStorage.setItem('favorites', JSON.stringify([{ id: 'poem-0', title: 'Poem 0' }]))
    const release = backend.holds(getFavoriteBooks)
    const { user } = renderApp('/recommendations')
    expect(within(await poetry()).getByRole('status')).toHaveTextContent('Loading...')
    await user.tab()
    expect(screen.queryByRole('link', { name: 'Poem 1' })).not.toBeInTheDocument()
    release()
    const order = ['Poem 3', 'Poem 4', 'Poem 2', 'Poem 1', 'Poem 0']
    expect(await titles(POEMS)).toEqual(order)
    for (const title of ['Poem 1', 'Poem 2']) await user.click(heart(await card(title)))
    await waitFor(() => expect(backend.account(reader.id).favorites).toHaveLength(3))
    await quiet()
    expect(await titles(POEMS)).toEqual(order)
  })
})

const idOf = (title: string): string => title.toLowerCase().replace(' ', '-')

/** Picks these poems. */
const picked = (...numbers: number[]) =>
  numbers.map((number) => ({
    book: { id: `poem-${number}`, volumeInfo: poem(`Poem ${number}`) },
    reason: 'Because you loved Loved',
  }))

const lead = (name: string) => screen.findByRole('region', { name })

describe('Picked for You', () => {
  beforeEach(() => {
    backend.clearBooks()
    addPoems(24)
    backend.addBook({ id: 'loved', volumeInfo: { title: 'Loved' } })
  })

  test('the first leads the page; each says why and leaves out what the authors’ section shows; the sections below leave it out', async () => {
    backend.addBook({ id: 'poem-2', volumeInfo: { ...poem('Poem 2'), authors: ['Rumi'] } })
    signIn({ preferences: ['Poetry'], favorites: ['loved'], favoriteAuthors: ['Rumi'] })
    const [other, ...rest] = picked(5, 6, 7, 8)
    backend.responds(getForYou, [
      ...picked(2, 3),
      { ...other, reason: 'Because you loved Another' },
      ...rest,
      { reason: 'Without a book' },
    ])
    const release = backend.holds(getFavoriteAuthors)
    renderApp('/recommendations')
    // All are requested at once, and shown from the top.
    await waitFor(() => expect(sentRequests('GET', /recommendedBooks|forYou/)).toHaveLength(2))
    expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument()
    release()
    expect(await titles(PICKED)).toEqual(['Poem 5', 'Poem 6', 'Poem 7', 'Poem 8'])
    expect(within(await lead('Poem 3')).getByText('Because you loved Loved')).toBeVisible()
    // The reason that most share is told once, another one on its card.
    expect(await shelf(PICKED)).toHaveAccessibleDescription('Because you loved Loved')
    expect(screen.getAllByText(/^Because you loved/)).toHaveLength(3)
    expect(within(await card('Poem 5')).getByText('Because you loved Another')).toBeVisible()
    const poems = await titles(POEMS)
    expect(poems).toHaveLength(12)
    for (const title of ['Poem 2', 'Poem 3', 'Poem 5']) expect(poems).not.toContain(title)
  })

  test('is requested anew when the page is opened by a link, not on Back', async () => {
    signIn({ preferences: ['Poetry'], favorites: ['loved'] })
    backend.responds(getForYou, picked(1, 2))
    const { user } = renderApp('/recommendations')
    await shelf(PICKED)
    await user.click(screen.getByRole('link', { name: 'Poem 1' }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await titles(PICKED)).toEqual(['Poem 2'])
    await quiet()
    expect(sentRequests('GET', /forYou/)).toHaveLength(1)
    backend.responds(getForYou, picked(7, 8))
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    expect(await lead('Poem 7')).toBeVisible()
    expect(await titles(PICKED)).toEqual(['Poem 8'])
  })

  test('that cannot be fetched says so; the sections below stay, and Try again works', async () => {
    signIn({ preferences: ['Poetry'], favorites: ['loved'] })
    backend.fails(getForYou)
    const { user } = renderApp('/recommendations')
    const alert = await within(await shelf(PICKED)).findByRole('alert')
    expect(alert).toHaveTextContent('Error fetching books.')
    const shown = await titles(POEMS)
    // What the sections below show already stays there.
    backend.responds(getForYou, picked(1, 2, 23, 24))
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await titles(PICKED)).toEqual(['Poem 24']))
    expect(await lead('Poem 23')).toBeVisible()
    expect(await titles(POEMS)).toEqual(shown)
  })
})

describe('the book that leads the page', () => {
  test('has two sentences and the heart; where it is not wanted the next takes its place', async () => {
    backend.clearBooks()
    const books = ['One', 'Two', 'Three'].map((title) =>
      backend.addBook({
        id: title,
        volumeInfo: { title, description: `${title} begins. So be it. No more.` },
      }),
    )
    backend.responds(
      getForYou,
      books.map((book) => ({ book, reason: 'Why' })),
    )
    const reader = signIn({ favorites: [backend.addBook().id] })
    const { user } = renderApp('/recommendations')
    const one = within(await screen.findByRole('region', { name: 'One' }))
    expect(one.getByText('One begins. So be it.')).toBeVisible()
    await user.click(one.getByRole('button', { name: 'More about One' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Not for me' }))
    const two = within(await screen.findByRole('region', { name: 'Two' }))
    expect(two.getByRole('button', { name: 'More about Two' })).toHaveFocus()
    expect(screen.getAllByRole('link', { name: 'Two' })).toHaveLength(1)
    await user.click(two.getByRole('button', { name: 'Add to favorites' }))
    expect(two.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('region', { name: 'One' })).toBeVisible()
    await quiet()
    expect(backend.account(reader.id).favorites).toContain('Two')
  })

  test.each([
    ['It began in 1984. It rained. It ended.', 'It began in 1984. It rained.'],
    [
      'Mr. Darcy met J. R. Smith, Esq. on Mt. Etna! <b>“Why?”</b> Nobody knows.',
      'Mr. Darcy met J. R. Smith, Esq. on Mt. Etna! “Why?”',
    ],
  ])('of %j it says %j', (html, sentences) => {
    expect(firstSentences(html)).toBe(sentences)
  })
})

describe('Books by Your Favorite Authors', () => {
  const NAME = 'Books by Your Favorite Authors'

  test('come first, one row of them, with the first author of each book', async () => {
    backend.clearBooks()
    backend.addBook({ volumeInfo: { ...poem('A Duet'), authors: ['One', 'Other'] } })
    for (let number = 1; number <= 5; number += 1)
      backend.addBook({ volumeInfo: { title: `Ode ${number}`, authors: ['Sappho', 'Translator'] } })
    backend.addBook({ volumeInfo: { ...poem('Fragments'), authors: ['Sappho'] } })
    signIn({ preferences: ['Poetry'], favoriteAuthors: ['Sappho'] })
    const { user } = renderApp('/recommendations')
    const authors = await shelf(NAME)
    // Three columns, as jsdom has no width.
    expect(within(authors).getAllByText('Sappho')).toHaveLength(3)
    expect(await within(await poetry()).findByText('One, Other')).toBeVisible()
    expect(screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent)).toEqual([
      NAME,
      POEMS,
    ])
    await user.click(within(authors).getByRole('button', { name: `Show more of ${NAME}` }))
    expect(within(authors).getAllByRole('listitem')).toHaveLength(6)
    expect(screen.getAllByRole('link', { name: 'Fragments' })).toHaveLength(1)
  })

  test('come with the first heart: on the page that is opened next, not on the present one', async () => {
    const { reader } = prepare()
    backend.addBook({ volumeInfo: { title: 'Odes', authors: ['Sappho'] } })
    const { user } = renderApp('/recommendations')
    await user.click(heart(await card('Fragments')))
    await waitFor(() => expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho']))
    await user.click(screen.getByRole('link', { name: 'Fragments' }))
    // Back leads to the page as it was left.
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await poetry()).toBeVisible()
    await quiet()
    expect(screen.queryByText(NAME)).not.toBeInTheDocument()

    await user.click(screen.getByRole('link', { name: 'Categories' }))
    await screen.findByRole('heading', { name: 'Discover Your Interests' })
    const release = backend.holds(getFavoriteAuthors)
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    // Nothing is shown yet that they would push down.
    await waitFor(() => expect(skeletons().length).toBeGreaterThan(0))
    expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument()
    release()
    expect(await within(await shelf(NAME)).findByRole('link', { name: 'Odes' })).toBeVisible()
  })
})

test('a card leads from its title to the book, and has words and a placeholder for what is missing', async () => {
  backend.clearBooks()
  signIn({ preferences: ['Poetry'] })
  const whole = backend.addBook({
    volumeInfo: {
      ...poem('Lyrical Ballads'),
      authors: ['William Wordsworth', 'Samuel Taylor Coleridge'],
      description: '<p>Poems &amp; <b>a preface</b>.</p>',
    },
  })
  const description = `<p>${'x'.repeat(90)} end, that is cut</p>`
  backend.addBook({ volumeInfo: { ...poem('Tiny'), authors: ['Sappho'], description } })
  const bare = { authors: [], description: undefined, imageLinks: undefined }
  backend.addBook({ volumeInfo: { ...poem('Bare'), ...bare } })
  renderApp('/recommendations')
  const item = await card('Lyrical Ballads')
  expect(within(item).getByRole('link')).toHaveAttribute('href', `/book/${whole.id}`)
  expect(item).toHaveTextContent('William Wordsworth, Samuel Taylor Coleridge')
  expect(within(item).getByText('Poems & a preface.')).toBeVisible()
  expect(item.querySelector('img')).toHaveAttribute('src', `/covers/${whole.id}`)

  const without = within(await card('Bare'))
  expect(without.getByText('No description available.')).toBeVisible()
  // Once as text, once in type on the placeholder.
  expect(without.getAllByText('Unknown Author')).toHaveLength(2)
  expect(without.getAllByText('Bare')).toHaveLength(2)

  // Of the 100 characters and three dots the whole words are shown.
  const tiny = await card('Tiny')
  const seen = within(tiny).getByText(`${'x'.repeat(90)} end`)
  expect(seen).toBeVisible()
  expect(seen.parentElement?.querySelector('[hidden]')).toHaveTextContent(', that...')
  const cover = () => tiny.querySelector('img') ?? tiny
  expect(cover()).not.toHaveAttribute('src', '/default-image.jpg')
  // A 1×1 picture is none.
  for (const side of ['naturalWidth', 'naturalHeight'])
    Object.defineProperty(cover(), side, { value: 1 })
  fireEvent.load(cover())
  expect(cover()).toHaveAttribute('src', '/default-image.jpg')
  expect(within(tiny).getAllByText('Sappho')).toHaveLength(2)
})

describe('a heart', () => {
  test('has the name of what it does, adds its book and the first author, and says so', async () => {
    const { book, reader } = prepare()
    const { user } = renderApp('/recommendations')
    const button = heart(await card('Fragments'))
    expect(button).toHaveAccessibleName('Add to favorites')
    expect(button).toHaveAccessibleDescription('Fragments')
    expect(button).not.toHaveAttribute('aria-pressed')
    // The region was there before: else screen readers miss its first words.
    const region = document.querySelector('[aria-live=polite]:empty')
    await user.click(button)
    expect(region).toHaveTextContent('Added to favorites')
    expect(button).toHaveAccessibleName('Remove from favorites')
    await waitFor(() => expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho']))
    expect(backend.account(reader.id).favorites).toEqual([book.id])
    await user.click(button)
    expect(region).toHaveTextContent('Removed from favorites')
    await quiet()
  })

  test('that the server rejects is rolled back and says so', async () => {
    prepare()
    const { user } = renderApp('/recommendations')
    const button = heart(await card('Fragments'))
    await quiet()
    backend.fails(addFavoriteBook)
    const release = backend.holds(addFavoriteBook)
    await user.click(button)
    expect(button).toHaveAccessibleName('Remove from favorites')
    release()
    expect(await screen.findByText('Failed to save favorite book.')).toBeVisible()
    await waitFor(() => expect(button).toHaveAccessibleName('Add to favorites'))
    expect(sentRequests('PUT')).toEqual([])
  })

  test('whose author cannot be saved stays, and says so', async () => {
    prepare()
    backend.fails(addFavoriteAuthor)
    const { user } = renderApp('/recommendations')
    const button = heart(await card('Fragments'))
    await user.click(button)
    expect(await screen.findByText('Failed to save author.')).toBeVisible()
    expect(button).toHaveAccessibleName('Remove from favorites')
    expect(screen.queryByText('Failed to save favorite book.')).not.toBeInTheDocument()
  })
})
