import { expect, test } from 'vitest'
import { networkOf, plainForwardedFor } from './clientAddress.ts'

test.each([
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[::1]:80', '::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1'],
  [' 1.2.3.4 ,, 10.0.0.1:99 ', '1.2.3.4, 10.0.0.1'],
  ['9.9.9.9, unknown, 1.2.3.4', '1.2.3.4'],
  ['unknown', ''],
  ['01.2.3.4', ''],
  ['0x7f.1', ''],
  ['[1.2.3.4', ''],
  ['::1:::', ''],
])('X-Forwarded-For %j is read as %j', (header, plain) => {
  expect(plainForwardedFor(header)).toBe(plain)
})

test('a client is an address, also where its socket takes both kinds, or 64 bits of one', () => {
  for (const [one, other, stranger] of [
    ['::ffff:1.2.3.4', '1.2.3.4', '::ffff:5.6.7.8'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::9', '2001:db8:1:3::4'],
  ] as const) {
    expect(networkOf(one)).toBe(networkOf(other))
    expect(networkOf(one)).not.toBe(networkOf(stranger))
  }
})
