import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'

/** The footer as a page has it that starts in this year. */
async function footerIn(year: number) {
  vi.setSystemTime(new Date(year, 6, 1))
  vi.resetModules()
  const { Footer } = await import('./Footer.tsx')
  return <Footer />
}

test('the year of a page that was prerendered last year is this year, without a mismatch', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const container = document.createElement('div')
  container.innerHTML = renderToString(await footerIn(2030))
  document.body.append(container)
  render(await footerIn(2031), { container, hydrate: true })
  expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2031 Catchword')
})
