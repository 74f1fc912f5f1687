import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isDoing, isShown, perform } from '../../mocks/act.ts'
import type { Expectation, Step } from '../../mocks/scenario.ts'

function Page() {
  return (
    <>
      <div role="alert">
        Failed to update <b>favorite</b> books.
        <button type="button">Close</button>
      </div>
      <p role="status">Loading...</p>
      <button type="button" disabled>
        Confirm
      </button>
      <a href="/book/emma">
        <img src="/emma.avif" alt="Emma by Jane Austen" />
      </a>
      <div hidden>
        <button type="button">Upload Photo</button>
      </div>
    </>
  )
}

test('what is shown is found as a reader finds it, whole, and nothing else', () => {
  render(<Page />)
  const logged = ['Profile fetch failed {"status":500}']
  const expected: [Expectation['as'], shown: string, not: string][] = [
    ['alert', 'Failed to update favorite books.', 'Failed to update'],
    ['status', 'Loading...', 'Loading'],
    ['button', 'Close', 'Upload Photo'],
    ['link', 'Emma by Jane Austen', 'Emma'],
    ['text', 'Confirm', 'Load'],
    ['path', '/', '/favorites'],
    ['log', 'Profile fetch failed', 'fetch failed'],
  ]
  for (const [as, text, not] of expected) {
    expect([text, isShown({ as, text }, logged)]).toEqual([text, true])
    expect([not, isShown({ as, text: not }, logged)]).toEqual([not, false])
  }
})

test.each<[Step, other: Step]>([
  [
    { do: 'press', button: 'Save' },
    { do: 'press', button: 'Photo' },
  ],
  [
    { do: 'follow', link: 'Emma' },
    { do: 'follow', link: 'Dracula' },
  ],
  [
    { do: 'fill', field: 'Name', text: '{Enter}[x] <b>' },
    { do: 'fill', field: 'Name', text: 'Ad' },
  ],
  [
    { do: 'search', text: 'emma' },
    { do: 'search', text: 'em' },
  ],
  [
    { do: 'upload', field: 'Photo', file: 'library' },
    { do: 'press', button: 'Photo' },
  ],
])('the events on the page tell that %j was done, and not %j', async (step, other) => {
  const { container } = render(
    <>
      <button type="button">
        <b>Save</b>
      </button>
      <a href="#emma">Emma</a>
      <input aria-label="Name" defaultValue="before" />
      <input aria-label="Search books" />
      <input type="file" accept="image/png" aria-label="Photo" />
    </>,
  )
  const done = new Set<Step>()
  for (const type of ['click', 'input', 'keydown', 'change']) {
    container.addEventListener(type, (event) => {
      for (const one of [step, other]) if (isDoing(one, event)) done.add(one)
    })
  }
  await perform(step, userEvent.setup())
  expect(done).toEqual(new Set([step]))
})

test.each<[Step, string]>([
  [{ do: 'press', button: 'Save' }, 'The page has no button "Save".'],
  [{ do: 'press', button: 'Confirm' }, 'The button "Confirm" cannot be pressed.'],
  [{ do: 'fill', field: 'Email', text: 'a' }, 'The page has no field "Email".'],
])('what is missing for %j is named', async (step, words) => {
  render(<Page />)
  await expect(perform(step, userEvent.setup())).rejects.toThrow(words)
})

test('of several with one name the first is pressed, and a field that lost the focus is filled anew', async () => {
  const pressed = vi.fn<(which: number) => void>()
  const { getByText } = render(
    <>
      <h1 tabIndex={-1}>Login</h1>
      {[1, 2].map((which) => (
        <button key={which} type="button" onClick={() => pressed(which)}>
          Add to favorites
        </button>
      ))}
      <input aria-label="Email" onClick={() => getByText('Login').focus()} />
    </>,
  )
  await perform({ do: 'press', button: 'Add to favorites' }, userEvent.setup())
  expect(pressed.mock.calls).toEqual([[1]])
  const step: Step = { do: 'fill', field: 'Email', text: 'ada@example.org' }
  await expect(perform(step, userEvent.setup())).rejects.toThrow('The focus went elsewhere.')
})
