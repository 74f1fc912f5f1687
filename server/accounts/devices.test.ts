import { expect, test } from 'vitest'
import { deviceOf } from './devices.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

test.each([
  ['(X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  [`(Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows'],
  [`(Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 OPR/90.0`, 'Opera', 'Android'],
  [`(Linux; Android 15) SamsungBrowser/28.0 ${CHROME}`, 'Samsung Internet', 'Android'],
  [`(Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`, 'Safari', 'Mac'],
  [
    `(iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [`(iPad; CPU OS 18_6 like Mac OS X) ${APPLE} CriOS/140.0 Mobile/15E148`, 'Chrome', 'iPad'],
  ['curl/8.5.0', null, null],
])('%s', (rest, browser, system) => {
  expect(deviceOf(`Mozilla/5.0 ${rest}`)).toEqual({ browser, system })
})

test('who says nothing has none', () => {
  expect(deviceOf()).toEqual({ browser: null, system: null })
})
