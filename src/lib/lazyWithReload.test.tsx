import { render, screen } from '@testing-library/react'
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ChunkLoadError, lazyWithReload } from './lazyWithReload.ts'

const missing = () => Promise.reject(new TypeError('Failed to fetch https://example.org/a-1.js'))
const reload = vi.fn()

/** Shows the name of what it catches. */
class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : error instanceof ChunkLoadError && error.name
  }
}

function open(load: () => Promise<ComponentType>) {
  const Screen = lazyWithReload(load)
  render(
    <Boundary>
      <Suspense fallback="Loading...">
        <Screen />
      </Suspense>
    </Boundary>,
  )
}

beforeEach(() => {
  reload.mockClear()
  const { location } = window
  vi.stubGlobal('location', { origin: location.origin, reload })
  onTestFinished(() => void vi.stubGlobal('location', location))
})

test('a screen comes when its chunk has loaded', async () => {
  open(async () => () => <p>Favorites</p>)
  expect(await screen.findByText('Favorites')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})

test('a missing chunk reloads the page, and renders nothing until it is gone', async () => {
  open(missing)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.getByText('Loading...')).toBeVisible()
})

test.each([
  ['after a reload', () => sessionStorage.setItem('reloadedForChunk', String(Date.now()))],
  [
    'without network',
    () => {
      const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      onTestFinished(() => onLine.mockRestore())
    },
  ],
])('a chunk that is missing %s is an error of its own', async (_when, prepare) => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  prepare()
  open(missing)
  expect(await screen.findByText('ChunkLoadError')).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
  // React logs what a boundary catches.
  complaint.mockReset()
})
