import { describe, expect, test } from 'vitest'
import { takeSocialArrival } from './socialArrival.ts'

/** Opens the page at an address; what arrived, and what then stands in the address bar. */
function open(address: string) {
  window.history.replaceState({ kept: true }, '', new URL(address, window.location.origin))
  const entries = window.history.length
  const arrival = takeSocialArrival()
  expect(window.history.length).toBe(entries)
  expect(window.history.state).toEqual({ kept: true })
  return { arrival, address: window.location.href.slice(window.location.origin.length) }
}

const ARRIVED = { token: 't0k', user: { id: 'u-1', name: '' } }

describe('an arrival', () => {
  test.each([
    '/',
    '/login',
    '/favorites',
    '/profile',
    '/book/b-1',
    '/anything/at/all',
    '/index.html',
  ])('on %s is taken', (path) => {
    expect(open(`${path}?token=t0k&userId=u-1&isNewUser=false`)).toEqual({
      arrival: ARRIVED,
      address: '/recommendations',
    })
  })

  test.each([
    ['isNewUser=true', '/categories'],
    ['isNewUser=false', '/recommendations'],
    ['isNewUser=', '/recommendations'],
    ['isNewUser=1', '/recommendations'],
    ['isNewUser=TRUE', '/recommendations'],
    ['', '/recommendations'],
  ])('with "%s" goes on to %s', (parameter, address) => {
    expect(open(`/?userId=u-1&${parameter}&token=t0k`)).toEqual({ arrival: ARRIVED, address })
  })

  test('brings a name where it has one', () => {
    const { arrival, address } = open('/?token=t0k&userId=u-1&isNewUser=false&name=Ada%20L%C3%A9')
    expect(arrival).toEqual({ token: 't0k', user: { id: 'u-1', name: 'Ada Lé' } })
    expect(address).toBe('/recommendations')
  })

  test('leaves other parameters and the hash', () => {
    expect(
      open('/x?a=1&token=t0k&scenario=happyPath&userId=u-1&isNewUser=true&a=2#part').address,
    ).toBe('/categories?a=1&scenario=happyPath&a=2#part')
  })

  test('is decoded, and a parameter that came twice leaves nothing behind', () => {
    const { arrival, address } = open('/?token=a%2Bb%3D&userId=u%2F1&token=second&isNewUser=true')
    expect(arrival).toEqual({ token: 'a+b=', user: { id: 'u/1', name: '' } })
    expect(address).toBe('/categories')
  })
})

describe('half an arrival is none, but leaves the address clean', () => {
  const parameters = { token: 't0k', userId: 'u-1', isNewUser: 'true', name: 'Ada' }

  test.each([
    ['token=t0k', '/favorites'],
    ['token=t0k&isNewUser=true', '/favorites'],
    ['token=t0k&name=Ada', '/favorites'],
    ['userId=u-1', '/favorites'],
    ['userId=u-1&isNewUser=false', '/favorites'],
    ['token=&userId=u-1', '/favorites'],
    ['token=t0k&userId=', '/favorites'],
    ['token=&userId=&isNewUser=', '/favorites'],
    ['token=t0k&q=1', '/favorites?q=1'],
  ])('%s', (query, address) => {
    expect(open(`/favorites?${query}#h`)).toEqual({ arrival: null, address: `${address}#h` })
  })

  test('every combination of the four: a session only with token and id, never a token left', () => {
    const names = ['token', 'userId', 'isNewUser', 'name'] as const
    for (let bits = 0; bits < 16; bits += 1) {
      const query = names
        .filter((_, place) => (bits >> place) % 2 === 1)
        .map((name) => `${name}=${parameters[name]}`)
      const whole = query.includes('token=t0k') && query.includes('userId=u-1')
      const { arrival, address } = open(`/book/b?${query.join('&')}`)
      expect(arrival !== null).toBe(whole)
      expect(address).not.toMatch(/token|userId/)
      const goesOn = query.includes('isNewUser=true') ? '/categories' : '/recommendations'
      expect(address.split('?')[0]).toBe(whole ? goesOn : '/book/b')
    }
  })

  test('a path that begins with two slashes stays on this host', () => {
    expect(open(`${window.location.origin}//example.org/x?token=t0k`)).toEqual({
      arrival: null,
      address: '//example.org/x',
    })
  })
})

test.each([
  '/',
  '/book/b?name=Ada&isNewUser=true',
  '/login?authError=google_failed',
  '/#token=t0k',
])('an address without an arrival stays as it is: %s', (address) => {
  expect(open(address)).toEqual({ arrival: null, address })
})
