import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { language } from './language.ts'

async function languageFor(headers: Record<string, string>, url = '/') {
  const app = fastify()
  await app.register(language, { defaultLanguage: 'nl' })
  app.get('/*', (request, reply) => reply.send(request.language))
  return (await app.inject({ url, headers })).body
}

test.each([
  ['a browser’s first', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['the heaviest, wherever it stands', 'fr;q=0.3, ja;q=0.9, en;q=0.5', 'ja'],
  ['Portuguese of another country', 'pt-PT,en;q=0.1', 'pt-BR'],
  ['any spelling', 'AR-eg', 'ar'],
  ['what the app has behind what it has not', 'zh-Hant-TW,zh;q=0.9,it;q=0.1', 'it'],
  ['the host’s, for any', '*', 'nl'],
  ['what stands before any', 'pl, *;q=0.5', 'pl'],
  ['none that is refused', 'de;q=0, es;q=0.1', 'es'],
  ['the host’s, for nonsense', ';;q=,,de;q=much,en;q=9,__proto__,constructor', 'nl'],
  ['the host’s, for 8 kB', `de,${'x-,;'.repeat(2048)}`, 'nl'],
])('from Accept-Language: %s', async (_, header, tag) => {
  expect(await languageFor({ 'accept-language': header })).toBe(tag)
})

test.each([
  ['language=ja', 'ja'],
  ['sid=x; language=pt-BR; other=y', 'pt-BR'],
  ['language=xx', 'de'],
  ['language=constructor', 'de'],
  ['mylanguage=ja', 'de'],
])('the reader’s choice comes first, where it is one: %s', async (cookie, tag) => {
  expect(await languageFor({ cookie, 'accept-language': 'de' })).toBe(tag)
})

test('who says nothing gets pages in the host’s language, and a program English', async () => {
  expect(await languageFor({})).toBe('nl')
  expect(await languageFor({}, '/api/settings')).toBe('en')
})
