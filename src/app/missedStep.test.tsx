import { render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { makeStore } from '../state/store.ts'
import { App } from './App.tsx'

/** A step through the history as the page is taken up: after the router's look at it, before it listens. */
function EarlyStep() {
  useLayoutEffect(() => window.history.replaceState(null, '', '/login'), [])
  return null
}

test('a step back while the page is taken up leads where the address says', async () => {
  window.history.replaceState(null, '', '/nowhere')
  const { store } = makeStore()
  render(
    <BrowserRouter useTransitions={false}>
      <App store={store} />
      <EarlyStep />
    </BrowserRouter>,
  )
  expect(await screen.findByRole('region', { name: 'Login' })).toBeVisible()
  expect(window.location.pathname).toBe('/login')
})
