import { setupServer } from 'msw/node'
import { describeContract } from '../contract/testing/contractTests.ts'
import { atOrigin } from './address.ts'
import { Db } from './db.ts'
import { createHandlers } from './handlers.ts'

describeContract('the fake backend', () => {
  const db = new Db()
  const server = setupServer(...createHandlers(db))
  server.listen({ onUnhandledFrame: 'error' })
  return Promise.resolve({
    request: (path, init) => fetch(atOrigin(path), init),
    async resetToken(email) {
      const user = db.users.find((one) => one.email === email)
      return [...db.resetTokens].findLast(([, userId]) => userId === user?.id)?.[0] ?? ''
    },
    close() {
      server.close()
      return Promise.resolve()
    },
  })
})
