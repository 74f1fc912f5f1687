import { expect, test } from 'vitest'
import { findProblems } from './useFields.ts'

test.each([
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@.org',
  'ada@example.',
  'a da@example.org',
  'ada@example.org@example.org',
])('the email %j is none', (email) => {
  const fields = { name: '', email, currentPassword: '', password: 'correct', confirmPassword: '' }
  expect(findProblems('login', fields)).toEqual({ email: 'Enter a valid email address.' })
})
