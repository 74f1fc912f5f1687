import { setupServer } from 'msw/node'
import { describeContract } from '../contract/testing/contractTests.ts'
import { atOrigin } from './address.ts'
import { createDb } from './db.ts'
import { createHandlers } from './handlers.ts'

describeContract('the fake backend', () => {
  const server = setupServer(...createHandlers(createDb()))
  server.listen({ onUnhandledFrame: 'error' })
  return Promise.resolve({
    request: (path, init) => fetch(atOrigin(path), init),
    close() {
      server.close()
      return Promise.resolve()
    },
  })
})
