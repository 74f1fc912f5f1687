import { test } from './fixtures.ts'
import { firstVisit } from './firstVisit.ts'

test('from the register form to favorites that are still there after a new login', async ({
  page,
}) => {
  await firstVisit(page)
})
