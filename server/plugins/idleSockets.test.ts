import { fastify } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connections } from './connections.ts'

test('no socket is cut while its request is worked on, however long', async () => {
  const app = fastify({ connectionTimeout: 100 })
  onTestFinished(() => app.close())
  await app.register(connections)
  app.post('/', async () => {
    await wait(600)
    return 'done'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(url, { method: 'POST', body: 'text' })
  expect(await response.text()).toBe('done')
})
