import { expect, test } from 'vitest'
import { emailKey } from './email.ts'

test.each([
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  // A domain that cannot be written in ASCII is compared as it is.
  ['ada@1.2', 'ada@1.2'],
  ['\ufeffa\u200bd\u00ada@exam\u200d\u2060ple.com\u200e ', 'ada@example.com'],
])('%s is %s', (text, key) => {
  expect(emailKey(text)).toBe(key)
})

test.each(['@example.com', 'ada@example', `ada@${'x.'.repeat(130)}com`])('%s is none', (text) => {
  expect(emailKey(text)).toBeUndefined()
})

test('takes time by length only', () => {
  const start = performance.now()
  for (const part of ['a', '@', '.', 'a.', '-', 'a@']) emailKey(part.repeat(100_000))
  expect(performance.now() - start).toBeLessThan(1000)
})
