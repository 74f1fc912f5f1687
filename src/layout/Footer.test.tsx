import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Footer } from './Footer.tsx'

test('the year of a page that was prerendered last year is this year, without a mismatch', () => {
  vi.useFakeTimers({ now: new Date(2025, 11, 31), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Footer />)
  document.body.append(container)
  vi.setSystemTime(new Date(2026, 0, 1))
  render(<Footer />, { container, hydrate: true })
  expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2026 Catchword')
})
