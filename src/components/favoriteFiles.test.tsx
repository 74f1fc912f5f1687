import { act, fireEvent, render, screen } from '@testing-library/react'
import { Session } from 'node:inspector/promises'
import { Provider } from 'react-redux'
import { expect, onTestFinished, test } from 'vitest'
import { backend, sentRequests } from '../test/backend.ts'
import { openReader } from '../test/readerStore.ts'
import { FavoriteButton } from './FavoriteButton.tsx'

/** A file of the product that is no test and no helper of tests. */
const PRODUCT_FILE = /\/(src\/(?!test\/)(?!.*\.test\.)[^?]+\.tsx?)/

test('one heart enters at most 7 files between click and request', async () => {
  const { store } = await openReader()
  const book = backend.addBook()
  render(
    <Provider store={store}>
      <FavoriteButton book={book} screen="recommendations" />
    </Provider>,
  )
  const heart = screen.getByRole('button', { name: 'Add to favorites' })
  const session = new Session()
  session.connect()
  onTestFinished(() => session.disconnect())
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  // What ran while modules loaded and the heart was rendered does not count.
  await session.post('Profiler.takePreciseCoverage')

  fireEvent.click(heart)
  while (sentRequests('POST').length === 0) await Promise.resolve()
  const { result } = await session.post('Profiler.takePreciseCoverage')

  const files = result.flatMap(({ url, functions }) => {
    const [, file] = PRODUCT_FILE.exec(url) ?? []
    // Vite wraps each export in a function without a name, which is no code of the file.
    const entered = functions
      .filter(({ functionName, ranges: [whole] }) => functionName !== '' && whole?.count)
      .map(({ functionName }) => functionName)
    return file === undefined || entered.length === 0 ? [] : [`${file}: ${entered.join(', ')}`]
  })
  // oxlint-disable-next-line no-console -- which files they are is what somebody wants to know
  console.info(files.join('\n'))
  expect(files.length).toBeGreaterThan(4)
  expect(files.length).toBeLessThanOrEqual(7)
  await act(async () => {
    await Promise.resolve()
  })
})
