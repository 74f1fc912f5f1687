import { describe, expect, test } from 'vitest'
import { checkName, indexSource, titleOf } from './recordedFiles.ts'

function check(name: string, replace = false): void {
  checkName(name, ['slowEvening'], (name) => name === 'serverDown', replace)
}

describe('a name', () => {
  test.each(['evening', 'firstEvening2', 'a', 'default'])('%s is taken', (name) => {
    expect(() => check(name)).not.toThrow()
  })

  test.each(['', 'First', 'first-evening', 'first evening', '1st', '../x', 'été', 'a'.repeat(41)])(
    '"%s" is none',
    (name) => {
      expect(() => check(name)).toThrow(
        `"${name}" is no name for a scenario: a camelCase word such as slowEvening, at most 40 letters and digits.`,
      )
    },
  )

  test('of a scenario of the table is refused, with --replace too', () => {
    const message = 'A scenario is called "serverDown" already: choose another name.'
    expect(() => check('serverDown')).toThrow(message)
    expect(() => check('serverDown', true)).toThrow(message)
  })

  test('of a recorded one needs --replace', () => {
    expect(() => check('slowEvening')).toThrow(
      'A recorded scenario is called "slowEvening" already: --replace writes it anew.',
    )
    expect(() => check('slowEvening', true)).not.toThrow()
  })

  test('that differs from a recorded one by letter case alone is refused', () => {
    expect(() => check('slowevening', true)).toThrow('A scenario is called "slowEvening" already')
  })
})

test.each([
  ['slowEvening', 'Slow evening'],
  ['firstEvening2', 'First evening 2'],
  ['a', 'A'],
])('the title of %s is "%s"', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test('the index has every recording once, by its name, and no word of the language as a variable', () => {
  const source = indexSource(['evening', 'default'])
  expect(source).toContain("import defaultJson from './default.json' with { type: 'json' }")
  expect(source.indexOf('default: replay(defaultJson)')).toBeLessThan(
    source.indexOf('evening: replay(eveningJson)'),
  )
  expect(indexSource([])).not.toContain('replay')
})
