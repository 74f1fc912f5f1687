import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { searchBooks, type Understood } from '../../contract/books.ts'
import { backend, quiet, scrolledIntoView, sentRequests } from '../test/backend.ts'
import { fill, renderApp, signIn } from '../test/renderApp.tsx'

const box = () => screen.findByRole('combobox', { name: 'Search books' })
const visitorBox = () => screen.findByRole('textbox', { name: 'Search books' })

async function find(text: string): Promise<ReturnType<typeof renderApp>['user']> {
  const { user } = renderApp('/')
  await user.type(await box(), text)
  return user
}

describe('signed out', () => {
  test('says so and scrolls to the form, without a request', async () => {
    const { user } = renderApp('/')
    await user.type(await visitorBox(), 'dune{Enter}')
    expect(await screen.findByText('Please log in to search for books.')).toBeVisible()
    expect(scrolledIntoView()).toEqual([{ id: 'auth-form', behavior: 'smooth' }])
    expect(window.location.pathname).toBe('/')
    expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus()
    expect(sentRequests('GET', /search/)).toEqual([])
  })

  test('an empty query does nothing, which is checked first', async () => {
    const { user } = renderApp('/')
    await user.type(await visitorBox(), ' \u200b {Enter}')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await quiet()
    expect(screen.queryByText('Please log in to search for books.')).not.toBeInTheDocument()
    expect(scrolledIntoView()).toEqual([])
  })

  test('on a page without the form it leads to / and its form', async () => {
    const book = backend.addBook()
    const { user } = renderApp(`/book/${book.id}`)
    await user.type(await visitorBox(), 'dune{Enter}')
    expect(await screen.findByText('Please log in to search for books.')).toBeVisible()
    await waitFor(() =>
      expect(scrolledIntoView()).toEqual([{ id: 'auth-form', behavior: 'smooth' }]),
    )
    expect(window.location.pathname).toBe('/')
    expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus()
  })
})

describe('the keys of an input method that composes', () => {
  // Chromium and Firefox say both, Safari only the code at the Enter that ends it.
  const composing = [
    { isComposing: true, keyCode: 13 },
    { isComposing: false, keyCode: 229 },
  ]

  test.each(composing)("are not a visitor's search: %o", async (how) => {
    renderApp('/')
    const input = await visitorBox()
    fireEvent.change(input, { target: { value: '三体' } })
    fireEvent.keyDown(input, { key: 'Enter', ...how })
    await quiet()
    expect(scrolledIntoView()).toEqual([])
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
    await waitFor(() => expect(scrolledIntoView()).toHaveLength(1))
  })

  test.each(composing)('neither search nor close for a reader: %o', async (how) => {
    signIn()
    renderApp('/')
    const input = await box()
    fireEvent.change(input, { target: { value: 'dracula' } })
    fireEvent.keyDown(input, { key: 'Enter', ...how })
    await quiet()
    expect(sentRequests('GET', /search/)).toEqual([])
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
    await screen.findByRole('listbox')
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    fireEvent.keyDown(input, { key: 'Escape', ...how })
    expect(screen.getByRole('listbox')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Close menu' })).toBeVisible()
    fireEvent.keyDown(input, { key: 'Escape', keyCode: 27 })
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    fireEvent.keyDown(input, { key: 'Escape', keyCode: 27 })
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeVisible()
  })
})

describe('a search before the sign-in', () => {
  test('stands in the box and runs after the login', async () => {
    const reader = backend.addUser()
    const { user } = renderApp('/')
    await user.type(await visitorBox(), 'dracula{Enter}')
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByRole('option', { name: /^Dracula/ })).toBeVisible()
    expect(window.location.pathname).toBe('/recommendations')
    expect(await box()).toHaveValue('dracula')
    expect(await box()).toHaveFocus()
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await screen.findByRole('heading', { name: 'Your Favorite Books' })
    expect(await box()).toHaveValue('')
  })

  test('from another page, after a registration too', async () => {
    const { id } = backend.addBook()
    const { user } = renderApp(`/book/${id}`)
    await user.type(await visitorBox(), 'dracula{Enter}')
    await screen.findByRole('heading', { name: 'Login' })
    expect(await visitorBox()).toHaveValue('dracula')
    await user.click(screen.getByRole('link', { name: 'Login / Register' }))
    await user.click(await screen.findByRole('button', { name: 'Register instead' }))
    await fill(user, {
      Name: 'Ada',
      Email: 'new@example.org',
      Password: 'correct horse',
      'Confirm Password': 'correct horse',
    })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('option', { name: /^Dracula/ })).toBeVisible()
    expect(window.location.pathname).toBe('/categories')
  })

  test('that was taken back stays away, on the next page and at the login', async () => {
    const reader = backend.addUser()
    const { user } = renderApp('/')
    await user.type(await visitorBox(), 'dracula{Enter}')
    await user.clear(await visitorBox())
    await user.click(screen.getByRole('link', { name: 'Les Misérables by Victor Hugo' }))
    await screen.findByRole('heading', { level: 1, name: 'Les Misérables' })
    expect(await visitorBox()).toHaveValue('')
    await user.click(screen.getByRole('link', { name: 'Login / Register' }))
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByRole('heading', { level: 1, name: 'Recommendations' })
    expect(await box()).toHaveValue('')
    await quiet()
    expect(sentRequests('GET', /search/)).toEqual([])
  })

  test('goes on in the box of the page that a reader goes to meanwhile', async () => {
    const reader = backend.addUser()
    const release = backend.holds(searchBooks)
    const { user } = renderApp('/')
    await user.type(await visitorBox(), 'dracula{Enter}')
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(sentRequests('GET', /search/)).not.toEqual([]))
    window.history.back()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    release()
    expect(await screen.findByRole('option', { name: /^Dracula/ })).toBeVisible()
    expect(await box()).toHaveValue('dracula')
  })
})

describe('signed in', () => {
  beforeEach(() => {
    signIn()
    backend.clearBooks()
    backend.addBook({ id: 'dune', volumeInfo: { title: 'Dune', authors: ['Frank Herbert'] } })
    backend.addBook({
      id: 'house',
      volumeInfo: {
        title: 'House of Dune',
        authors: ['Brian Herbert', 'Kevin J. Anderson'],
        imageLinks: undefined,
      },
    })
  })

  test.each([
    [20, '20 books found'],
    [21, 'Showing the first 20'],
  ])('of %s books twenty are shown: %s', async (count, heading) => {
    backend.clearBooks()
    for (let index = 0; index < count; index += 1) {
      backend.addBook({ volumeInfo: { title: `Dune ${index}`, language: 'de' } })
    }
    await find('dune{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    expect(within(list).getAllByRole('option')).toHaveLength(20)
    expect(within(list).getByText(heading)).toBeVisible()
    expect(within(list).getAllByText(/^Dune \d+$/)[0]).toHaveAttribute('lang', 'de')
  })

  test('Enter shows titles and authors joined by commas', async () => {
    await find('dune{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    const options = within(list).getAllByRole('option')
    expect(options.map((option) => option.textContent).toSorted()).toEqual([
      'DuneFrank Herbert',
      'House of DuneBrian Herbert, Kevin J. Anderson',
    ])
    expect(within(list).getByText('2 books found')).toBeVisible()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '2 books found',
    )
    expect(await box()).toHaveAttribute('aria-expanded', 'true')
    expect(sentRequests('GET', '/api/books/search?query=dune')).toHaveLength(1)
  })

  test('the icon searches as Enter does; the query is trimmed and URL-encoded', async () => {
    const user = await find('  house & dune ')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await quiet()
    expect(sentRequests('GET', /search/).map(({ path }) => path)).toEqual([
      '/api/books/search?query=house%20%26%20dune',
    ])
    expect(sentRequests('GET', /search/)[0]?.authorization).toBeNull()
  })

  test('an empty query does nothing', async () => {
    await find('   {Enter}')
    await quiet()
    expect(sentRequests('GET', /search/)).toEqual([])
    expect(screen.queryByText('No books found.')).not.toBeInTheDocument()
  })

  test('what is only near is said to be so, at most five, in place of the count', async () => {
    backend.clearBooks()
    for (let index = 0; index < 7; index += 1) backend.addBook({ volumeInfo: { title: 'Dune' } })
    await find('dune wurm{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    expect(within(list).getAllByRole('option')).toHaveLength(5)
    expect(within(list).getByText('No exact match. Near it:')).toBeVisible()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'No exact match. Near it:',
    )
    expect(within(list).queryByText(/found/)).not.toBeInTheDocument()
  })

  test.each<[Partial<Understood>, string]>([
    [{ kinds: ['funny'], audience: 'young adult' }, 'Funny books for teens'],
    [{ topics: ['heists', 'Paris'], without: ['war'] }, 'Heists, Paris, but not war'],
    [{ like: 'Dune', kinds: ['short'], audience: 'adult' }, 'Like Dune: short for adults'],
    [
      { kinds: ['cozy'], topics: ['mystery'], unknown: ['under 200 pages'] },
      'Cozy books: mystery (not known of books: under 200 pages)',
    ],
    [{ audience: 'picture book' }, 'Books for small children'],
  ])('what a wish was taken for is said in place of the count: %j', async (understood, line) => {
    const { id, volumeInfo } = backend.addBook({ volumeInfo: { title: 'Dune' } })
    const wish = { kinds: [], topics: [], without: [], unknown: [], ...understood }
    backend.responds(searchBooks, { data: [{ id, volumeInfo }], understood: wish })
    await find('a wish{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    expect(within(list).getByText(line)).toBeVisible()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(line)
  })

  test('nothing found says so', async () => {
    await find('qqqqqq{Enter}')
    expect(await screen.findByText('No books found.')).toBeVisible()
    expect(screen.getByText('Check the spelling, or search for the author.')).toBeVisible()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveAttribute('aria-expanded', 'false')
  })

  test('Escape closes the message that nothing was found', async () => {
    const user = await find('qqqqqq{Enter}')
    await screen.findByText('No books found.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('No books found.')).not.toBeInTheDocument())
  })

  test('a search under way shows so, in place of what the one before has found', async () => {
    const user = await find('dune{Enter}')
    await screen.findByRole('option', { name: /^House of Dune/ })
    const release = backend.holds(searchBooks)
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'Searching…',
      ),
    )
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
    release()
    await screen.findByRole('option', { name: /^House of Dune/ })
    expect(screen.queryByText('Searching…')).not.toBeInTheDocument()
  })

  test('Escape cancels a search under way', async () => {
    const release = backend.holds(searchBooks)
    const user = await find('dune{Enter}')
    await waitFor(() => expect(sentRequests('GET', /search/)).toHaveLength(1))
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Searching…')).not.toBeInTheDocument()
    release()
    await quiet()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('dune')
  })

  test('a missing cover, and one that does not load, fall back to the default', async () => {
    await find('dune{Enter}')
    const whole = await screen.findByRole('option', { name: /^Dune/ })
    const bare = screen.getByRole('option', { name: /^House of Dune/ })
    expect(bare.querySelector('img')).toHaveAttribute('src', '/default-image.jpg')
    const cover = whole.querySelector('img')
    expect(cover).toHaveAttribute('src', '/covers/dune')
    if (cover) fireEvent.error(cover)
    expect(whole.querySelector('img')).toHaveAttribute('src', '/default-image.jpg')
  })

  test('a click opens the book and closes the list', async () => {
    const user = await find('dune{Enter}')
    await user.click(await screen.findByRole('option', { name: /^Dune/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Dune' })).toBeVisible()
    expect(window.location.pathname).toBe('/book/dune')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('')
  })

  test('arrow keys move in the list, Enter opens', async () => {
    const user = await find('dune{Enter}')
    const options = await screen.findAllByRole('option')
    const input = await box()
    expect(input).not.toHaveAttribute('aria-activedescendant')
    await user.keyboard('{ArrowDown}')
    expect(input).toHaveAttribute('aria-activedescendant', options[0]?.id)
    await user.keyboard('{ArrowDown}')
    expect(input).toHaveAttribute('aria-activedescendant', options[1]?.id)
    await user.keyboard('{ArrowUp}')
    expect(input).toHaveAttribute('aria-activedescendant', options[0]?.id)
    await user.keyboard('{ArrowDown}')
    const chosen = options[1]?.textContent?.startsWith('House') ? 'house' : 'dune'
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe(`/book/${chosen}`))
    expect(sentRequests('GET', /search/)).toHaveLength(1)
  })

  test.each(['Escape', 'a click elsewhere', 'other words'])('%s closes the list', async (how) => {
    const user = await find('dune{Enter}')
    await screen.findByRole('listbox')
    if (how === 'Escape') await user.keyboard('{Escape}')
    else if (how === 'other words') await user.keyboard('s')
    else await user.click(screen.getByRole('heading', { level: 1 }))
    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
    expect(await box()).toHaveAttribute('aria-expanded', 'false')
    expect(await box()).toHaveValue(how === 'other words' ? 'dunes' : 'dune')
  })

  test('the focus leaving it closes the list', async () => {
    const user = await find('dune{Enter}')
    await screen.findByRole('listbox')
    await user.tab()
    await user.tab()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  test('searched by the icon, the arrow keys lead into the list from there', async () => {
    const user = await find('dune')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    const [first] = await screen.findAllByRole('option')
    expect(await box()).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(await box()).toHaveAttribute('aria-activedescendant', first?.id)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/book\/(dune|house)$/))
  })

  test('no list is shown to whoever has gone on meanwhile', async () => {
    const release = backend.holds(searchBooks)
    const user = await find('dune{Enter}')
    await waitFor(() => expect(sentRequests('GET', /search/)).toHaveLength(1))
    await user.click(screen.getByRole('heading', { level: 1 }))
    expect(await box()).not.toHaveFocus()
    release()
    await quiet()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  test('another window taking the focus leaves the results and a search under way', async () => {
    const user = await find('dune{Enter}')
    await screen.findByRole('listbox')
    // The page keeps its active element, which the browser tells of a blur to nowhere.
    fireEvent.blur(await box())
    expect(screen.getByRole('listbox')).toBeVisible()
    const release = backend.holds(searchBooks)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sentRequests('GET', /search/)).toHaveLength(2))
    fireEvent.blur(await box())
    release()
    expect(await screen.findByRole('listbox')).toBeVisible()
  })

  test('pressing the icon where that gives it no focus leads to the words', async () => {
    await find('dune')
    act(() => screen.getByRole('combobox', { name: 'Search books' }).blur())
    // Safari: the button is pressed, the focus stays where it was.
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByRole('listbox')
    expect(await box()).toHaveFocus()
  })

  test('a search that outlives its page shows nothing', async () => {
    const release = backend.holds(searchBooks)
    const user = await find('dune{Enter}')
    await waitFor(() => expect(sentRequests('GET', /search/)).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Categories' }))
    await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' })
    release()
    await quiet()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByText(/^Error fetching data/)).not.toBeInTheDocument()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('')
  })

  test('an author that was searched for stays with the page that was left', async () => {
    const { user } = renderApp('/book/dune')
    await user.click(await screen.findByRole('link', { name: 'Categories' }))
    await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' })
    window.history.back()
    const author = await screen.findByRole('button', { name: 'Frank Herbert' })
    const release = backend.holds(searchBooks)
    await user.click(author)
    await waitFor(() => expect(sentRequests('GET', /search/)).toHaveLength(1))
    window.history.forward()
    await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' })
    release()
    await quiet()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('')
    expect(await box()).not.toHaveFocus()
  })

  test("a failure shows the server's error field", async () => {
    backend.responds(searchBooks, { error: 'The index is asleep.', message: 'Other words.' }, 500)
    await find('dune{Enter}')
    expect(await screen.findByText('Error fetching data: The index is asleep.')).toBeVisible()
  })

  test('a failure stays in the box when its toast has gone; Try again searches the same words', async () => {
    backend.unreachable(searchBooks)
    const user = await find('dune{Enter}')
    const reason = 'There is no connection to the server. Please try again.'
    const said = await screen.findByText(`Error fetching data: ${reason}`)
    await waitFor(() => expect(said).not.toBeInTheDocument())
    const again = within(screen.getByRole('search')).getByRole('button', { name: 'Try again' })
    expect(within(screen.getByRole('search')).getByText(reason)).toBeVisible()
    backend.recovers()
    await user.click(again)
    expect(await screen.findByRole('option', { name: /^Dune/ })).toBeVisible()
    expect(await box()).toHaveFocus()
    expect(screen.queryByText(reason)).not.toBeInTheDocument()
  })

  test.each(['Escape', 'other words', 'the line'])('a failure ends with %s', async (how) => {
    backend.unreachable(searchBooks)
    const user = await find('dune{Enter}')
    await screen.findByRole('button', { name: 'Try again' })
    backend.recovers()
    if (how === 'the line') act(() => void window.dispatchEvent(new Event('online')))
    else await user.keyboard(how === 'Escape' ? '{Escape}' : 's')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument(),
    )
    await quiet()
    expect(screen.queryAllByRole('option').length > 0).toBe(how === 'the line')
  })

  test('an older search that answers late does not replace the newer one', async () => {
    const release = backend.holds(searchBooks)
    const user = await find('house{Enter}')
    await waitFor(() => expect(sentRequests('GET', /search/)).toHaveLength(1))
    backend.recovers()
    await user.clear(await box())
    await user.type(await box(), 'frank herbert{Enter}')
    await screen.findByRole('option', { name: /^Dune/ })
    release()
    await quiet()
    expect(screen.getAllByRole('option')).toHaveLength(1)
    expect(screen.getByRole('option')).toHaveTextContent('DuneFrank Herbert')
    expect(screen.queryByText(/^Error fetching data/)).not.toBeInTheDocument()
  })
})
