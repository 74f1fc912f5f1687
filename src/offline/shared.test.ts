import { expect, test } from 'vitest'
import { hasFrame } from './shared.ts'

const at = (path: string): boolean => hasFrame(new URL(path, 'https://books.example'))

test.each([
  '/',
  '/login',
  '/favorites',
  '/Favorites/',
  '/book/emma',
  '/book/a%20b',
  '/profile?x=1',
])('%s is a page of the app', (path) => expect(at(path)).toBe(true))

test.each([
  '/api/docs',
  '/api/auth/google',
  '/covers/emma',
  '/healthz',
  '/no/such/page',
  '/og.png',
  '/book/emma/more',
  '/?token=x&userId=1&isNewUser=true',
  '/favorites?isNewUser=false&token=',
])('%s is not', (path) => expect(at(path)).toBe(false))
