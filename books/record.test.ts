import { describe, expect, test } from 'vitest'
import { cleanRecord, popularityOfRatings } from './record.ts'

describe('popularityOfRatings', () => {
  test('grows with how many and how good, without an end', () => {
    expect(popularityOfRatings(0, 0)).toBe(0)
    expect(popularityOfRatings(4, 10)).toBeLessThan(popularityOfRatings(4, 100))
    expect(popularityOfRatings(3, 100)).toBeLessThan(popularityOfRatings(4, 100))
    expect(popularityOfRatings(5, 1)).toBeLessThan(popularityOfRatings(4, 100))
    expect(popularityOfRatings(5, 1e5)).toBeCloseTo(100, 1)
  })
})

describe('cleanRecord', () => {
  const source = { id: 'a', title: 'Emma', categories: [], popularity: 0 }
  const volumeInfo = async (more: object) => {
    const cleaned = await cleanRecord({ ...source, ...more })
    return 'skipped' in cleaned ? cleaned : cleaned.book.volumeInfo
  }

  test.each([
    [{ title: 'Emma:', subtitle: ' A  Novel ' }, 'Emma: A Novel'],
    [{ title: 'Emma, a novel', subtitle: 'A Novel' }, 'Emma, a novel'],
    [{ title: 'Emma', subtitle: 'x'.repeat(150) }, 'Emma'],
    [{ title: "Étranger du lac, L'" }, "L'Étranger du lac"],
    [{ title: '???' }, '???'],
  ])('%j is titled %s', async (more, title) => {
    expect(await volumeInfo(more)).toMatchObject({ title })
  })

  test.each([
    ['One\n\nTwo & three\n \nFour', '<p>One</p><p>Two &amp; three</p><p>Four</p>'],
    ['&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;', '<p>One <b>two</b></p>'],
    ['<p>cut off <a hre', '<p>cut off </p>'],
    ['If x < y, then all is well', 'If x &lt; y, then all is well'],
    ['a\0b\u202ec', 'abc'],
  ])('%j is described as %j', async (description, clean) => {
    expect(await volumeInfo({ description })).toMatchObject({ description: clean })
  })

  test.each([' ', '<p> </p>', '&nbsp;', '<img src=x>', 7, {}])(
    '%j is no description',
    async (description) => {
      expect(await volumeInfo({ description })).not.toHaveProperty('description')
    },
  )

  test('a description of megabytes is cut', async () => {
    const info = await volumeInfo({ description: '<b>word</b> '.repeat(100_000) })
    expect(JSON.stringify(info).length).toBeLessThan(21_000)
  })

  test.each([
    [{ title: ' ' }, 'no title'],
    [{ id: '' }, 'no usable id'],
    [{ id: 'a'.repeat(65) }, 'no usable id'],
  ])('%j is rejected: %s', async (more, rejected) => {
    expect(await volumeInfo(more)).toMatchObject({ skipped: rejected })
  })
})
