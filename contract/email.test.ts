import { expect, test } from 'vitest'
import { emailKey } from './email.ts'

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada.Lovelace+books@Mail.Example.CO.UK ', 'ada.lovelace+books@mail.example.co.uk'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['jörg@Bücher.example', 'jörg@xn--bcher-kva.example'],
  ['jörg@XN--BCHER-KVA.example', 'jörg@xn--bcher-kva.example'],
  ['bu\u0308cher@bu\u0308cher.example', 'bücher@xn--bcher-kva.example'],
  ['ada@straße.example', 'ada@xn--strae-oqa.example'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  // A domain that cannot be written in ASCII is compared as it is.
  ['ada@١٢.example', 'ada@١٢.example'],
  ['ada@1.2', 'ada@1.2'],
  ['ａｄａ９＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada9@example.com'],
  ['\ufeffa\u200bd\u00ada@exam\u200d\u2060ple.com\u200e ', 'ada@example.com'],
])('%s is %s', (text, key) => {
  expect(emailKey(text)).toBe(key)
})

test.each([
  '',
  '@',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@example.',
  'ada@.com',
  'ada@exa mple.com',
  'ada lovelace@example.com',
  'ada@@example.com',
  'ada@example.com@example.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exam_ple.com',
  '<ada@example.com>',
  `${'x'.repeat(65)}@example.com`,
  `ada@${'x'.repeat(64)}.com`,
  `ada@${'x.'.repeat(130)}com`,
])('%s is none', (text) => {
  expect(emailKey(text)).toBeUndefined()
})

test('takes time by length only', () => {
  const start = performance.now()
  for (const part of ['a', '@', '.', 'a.', '-', 'a@']) emailKey(part.repeat(100_000))
  expect(performance.now() - start).toBeLessThan(1000)
})
