import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { isDoing, isShown, perform } from '../../mocks/act.ts'
import type { Expectation, Step } from '../../mocks/scenario.ts'

function Page() {
  return (
    <>
      <h1>Favorites</h1>
      <div role="alert">
        Failed to update <b>favorite</b> books.
        <button type="button">Close</button>
      </div>
      <p role="status">Loading...</p>
      <button type="button" aria-label="Add to favorites" />
      <button type="button" disabled>
        Confirm
      </button>
      <a href="/book/emma">
        <img src="/emma.avif" alt="Emma by Jane Austen" />
      </a>
      <div hidden>
        <button type="button">Upload Photo</button>
      </div>
      <div role="listbox">
        <div role="option" aria-selected="false">
          Emma
        </div>
      </div>
    </>
  )
}

const LOGGED = ['Profile fetch failed {"status":500}']

describe('isShown', () => {
  test.each<Expectation>([
    { as: 'heading', text: 'Favorites' },
    { as: 'alert', text: 'Failed to update favorite books.' },
    { as: 'status', text: 'Loading...' },
    { as: 'button', text: 'Add to favorites' },
    { as: 'button', text: 'Close' },
    { as: 'link', text: 'Emma by Jane Austen' },
    { as: 'img', text: 'Emma by Jane Austen' },
    { as: 'option', text: 'Emma' },
    { as: 'text', text: 'Confirm' },
    { as: 'path', text: '/' },
    { as: 'log', text: 'Profile fetch failed' },
  ])('finds %j', (expectation) => {
    render(<Page />)
    expect(isShown(expectation, LOGGED)).toBe(true)
  })

  test.each<Expectation>([
    { as: 'heading', text: 'Favorite' },
    { as: 'alert', text: 'Failed to update' },
    { as: 'alert', text: 'Loading...' },
    { as: 'status', text: 'Loading' },
    { as: 'button', text: 'Add' },
    { as: 'button', text: 'Upload Photo' },
    { as: 'link', text: 'Emma' },
    { as: 'option', text: 'Add to favorites' },
    { as: 'text', text: 'Load' },
    { as: 'path', text: '/favorites' },
    { as: 'log', text: 'fetch failed' },
  ])('does not find %j', (expectation) => {
    render(<Page />)
    expect(isShown(expectation, LOGGED)).toBe(false)
  })
})

test.each<[Step, other: Step]>([
  [
    { do: 'press', button: 'Save' },
    { do: 'press', button: 'Close' },
  ],
  [
    { do: 'follow', link: 'Emma' },
    { do: 'follow', link: 'Dracula' },
  ],
  [
    { do: 'choose', item: 'Ada' },
    { do: 'choose', item: 'Logout' },
  ],
  [
    { do: 'fill', field: 'Name', text: 'Ada' },
    { do: 'fill', field: 'Name', text: 'Ad' },
  ],
  [
    { do: 'search', text: 'emma' },
    { do: 'search', text: 'em' },
  ],
  [
    { do: 'upload', field: 'Photo', file: 'picture' },
    { do: 'press', button: 'Photo' },
  ],
])('the events on the page tell that %j was done, and not %j', async (step, other) => {
  const { container } = render(
    <>
      <button type="button">
        <b>Save</b>
      </button>
      <a href="#emma">Emma</a>
      <div role="menu">
        <div role="menuitem">Ada</div>
      </div>
      <input aria-label="Name" />
      <input aria-label="Search books" />
      <input type="file" aria-label="Photo" />
    </>,
  )
  const done = new Set<Step>()
  for (const type of ['click', 'input', 'keydown', 'change']) {
    container.addEventListener(type, (event) => {
      for (const one of [step, other]) if (isDoing(one, event)) done.add(one)
    })
  }
  expect(done).toEqual(new Set())
  await perform(step, userEvent.setup())
  expect(done).toEqual(new Set([step]))
})

describe('perform', () => {
  test.each<[Step, string]>([
    [{ do: 'press', button: 'Save' }, 'The page has no button "Save".'],
    [{ do: 'press', button: 'Confirm' }, 'The button "Confirm" cannot be pressed.'],
    [{ do: 'follow', link: 'Dracula' }, 'The page has no link "Dracula".'],
    [{ do: 'fill', field: 'Email', text: 'a' }, 'The page has no field "Email".'],
    [{ do: 'search', text: 'emma' }, 'The page has no field "Search books".'],
    [{ do: 'upload', field: 'Photo', file: 'library' }, 'The page has no field "Photo".'],
  ])('says what is missing for %j', async (step, words) => {
    render(<Page />)
    await expect(perform(step, userEvent.setup())).rejects.toThrow(words)
  })

  test('presses the first of several with one name', async () => {
    const pressed = vi.fn<(which: number) => void>()
    render(
      <>
        {[1, 2].map((which) => (
          <button key={which} type="button" onClick={() => pressed(which)}>
            Add to favorites
          </button>
        ))}
      </>,
    )
    await perform({ do: 'press', button: 'Add to favorites' }, userEvent.setup())
    expect(pressed.mock.calls).toEqual([[1]])
  })

  test.each(['emma', '{Enter}[x] <b> "&" \\', 'ألف ليلة وليلة', ''])(
    'fills a field with %j, to the letter, in place of what it held',
    async (text) => {
      const { getByLabelText } = render(<input aria-label="Name" defaultValue="before" />)
      await perform({ do: 'fill', field: 'Name', text }, userEvent.setup())
      expect(getByLabelText('Name')).toHaveValue(text)
    },
  )

  test('fills a field anew where the focus was taken away', async () => {
    const { getByLabelText, getByText } = render(
      <>
        <h1 tabIndex={-1}>Login</h1>
        <input aria-label="Email" onClick={() => getByText('Login').focus()} />
      </>,
    )
    const step: Step = { do: 'fill', field: 'Email', text: 'ada@example.org' }
    await expect(perform(step, userEvent.setup())).rejects.toThrow('The focus went elsewhere.')
    expect(getByLabelText('Email')).toHaveValue('')
  })

  test.each([
    ['picture', 'me.png'],
    ['library', 'goodreads_library_export.csv'],
  ] as const)('chooses a %s for a field that wants pictures', async (file, name) => {
    const chosen = vi.fn<(name: string | undefined) => void>()
    render(
      <input
        type="file"
        accept="image/png"
        aria-label="Photo"
        onChange={({ target }) => chosen(target.files?.[0]?.name)}
      />,
    )
    await perform({ do: 'upload', field: 'Photo', file }, userEvent.setup())
    expect(chosen.mock.calls).toEqual([[name]])
  })
})
