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

  test('an empty query does nothing', async () => {
    const { user } = renderApp('/')
    await user.type(await visitorBox(), ' \u200b {Enter}')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await quiet()
    expect(screen.queryByText('Please log in to search for books.')).not.toBeInTheDocument()
  })
})

// Chromium and Firefox say both, Safari only the code at the Enter that ends it.
test.each([
  { isComposing: true, keyCode: 13 },
  { isComposing: false, keyCode: 229 },
])('the keys of an input method neither search nor close: %o', async (how) => {
  signIn()
  renderApp('/')
  const input = await box()
  fireEvent.change(input, { target: { value: 'dracula' } })
  fireEvent.keyDown(input, { key: 'Enter', ...how })
  await quiet()
  expect(sentRequests('GET', /search/)).toEqual([])
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  await screen.findByRole('listbox')
  fireEvent.keyDown(input, { key: 'Escape', ...how })
  expect(screen.getByRole('listbox')).toBeVisible()
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

  test('of more than twenty books twenty are shown', async () => {
    backend.clearBooks()
    for (let index = 0; index < 21; index += 1) {
      backend.addBook({ volumeInfo: { title: `Dune ${index}`, language: 'de' } })
    }
    await find('dune{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    expect(within(list).getAllByRole('option')).toHaveLength(20)
    expect(within(list).getByText('Showing the first 20')).toBeVisible()
    expect(within(list).getAllByText(/^Dune \d+$/)[0]).toHaveAttribute('lang', 'de')
  })

  test('Enter shows covers, titles and authors joined by commas', async () => {
    await find('dune{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    const options = within(list).getAllByRole('option')
    expect(options.map((option) => option.textContent).toSorted()).toEqual([
      'DuneFrank Herbert',
      'House of DuneBrian Herbert, Kevin J. Anderson',
    ])
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '2 books found',
    )
    expect(await box()).toHaveAttribute('aria-expanded', 'true')
    const bare = screen.getByRole('option', { name: /^House of Dune/ })
    expect(bare.querySelector('img')).toHaveAttribute('src', '/default-image.jpg')
    const whole = screen.getByRole('option', { name: /^Dune/ })
    expect(whole.querySelector('img')).toHaveAttribute('src', '/covers/dune')
    fireEvent.error(whole.querySelector('img') ?? whole)
    expect(whole.querySelector('img')).toHaveAttribute('src', '/default-image.jpg')
  })

  test('the icon searches as Enter does; the query is trimmed and URL-encoded', async () => {
    const user = await find('  house & dune ')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await quiet()
    expect(sentRequests('GET', /search/).map(({ path }) => path)).toEqual([
      '/api/books/search?query=house%20%26%20dune',
    ])
  })

  test('what is only near is said to be so, at most five, in place of the count', async () => {
    backend.clearBooks()
    for (let index = 0; index < 7; index += 1) backend.addBook({ volumeInfo: { title: 'Dune' } })
    await find('dune wurm{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    expect(within(list).getAllByRole('option')).toHaveLength(5)
    expect(within(list).getByText('No exact match. Near it:')).toBeVisible()
    expect(within(list).queryByText(/found/)).not.toBeInTheDocument()
  })

  test.each<[Partial<Understood>, string]>([
    [{ kinds: ['funny'], audience: 'young adult' }, 'Funny books for teens'],
    [{ like: 'Dune', kinds: ['short'], audience: 'adult' }, 'Like Dune: short for adults'],
    [
      { kinds: ['cozy'], topics: ['mystery'], unknown: ['under 200 pages'] },
      'Cozy books: mystery (not known of books: under 200 pages)',
    ],
  ])('what a wish was taken for is said in place of the count: %j', async (understood, line) => {
    const { id, volumeInfo } = backend.addBook({ volumeInfo: { title: 'Dune' } })
    const wish = { kinds: [], topics: [], without: [], unknown: [], ...understood }
    backend.responds(searchBooks, { data: [{ id, volumeInfo }], understood: wish })
    await find('a wish{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    expect(within(list).getByText(line)).toBeVisible()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(line)
  })

  test('nothing found says so, until Escape', async () => {
    const user = await find('qqqqqq{Enter}')
    expect(await screen.findByText('No books found.')).toBeVisible()
    expect(screen.getByText('Check the spelling, or search for the author.')).toBeVisible()
    expect(await box()).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('No books found.')).not.toBeInTheDocument())
  })

  test('a search under way shows so in place of the last results, and Escape cancels it', async () => {
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
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Searching…')).not.toBeInTheDocument()
    release()
    await quiet()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('dune')
  })

  test('arrow keys move in the list, Enter opens', async () => {
    const user = await find('dune{Enter}')
    const options = await screen.findAllByRole('option')
    const input = await box()
    expect(input).not.toHaveAttribute('aria-activedescendant')
    await user.keyboard('{ArrowDown}')
    expect(input).toHaveAttribute('aria-activedescendant', options[0]?.id)
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(input).toHaveAttribute('aria-activedescendant', options[0]?.id)
    const chosen = options[0]?.textContent?.startsWith('House') ? 'house' : 'dune'
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe(`/book/${chosen}`))
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('')
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
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(await box()).toHaveValue('')
  })

  test('a failure stays in the box when its toast has gone; Try again searches the same words', async () => {
    const reason = 'The index is asleep.'
    backend.responds(searchBooks, { error: reason, message: 'Other words.' }, 500)
    const user = await find('dune{Enter}')
    const said = await screen.findByText(`Error fetching data: ${reason}`)
    await waitFor(() => expect(said).not.toBeInTheDocument())
    const again = within(screen.getByRole('search')).getByRole('button', { name: 'Try again' })
    expect(within(screen.getByRole('search')).getByText(reason)).toBeVisible()
    backend.recovers()
    await user.click(again)
    expect(await screen.findByRole('option', { name: /^Dune/ })).toBeVisible()
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
  })
})
