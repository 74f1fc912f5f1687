import { describe, expect, test } from 'vitest'
import { authorsOf, readName } from './names.ts'

describe('readName', () => {
  test.each([
    ['Austen, Jane, 1775-1817', 'Jane Austen'],
    ['Kennedy, John F. (John Fitzgerald), 1917-1963', 'John F. Kennedy'],
    ['Wells, H. G. (Herbert George)', 'H. G. Wells'],
    ['Homer, 751? BCE-651? BCE', 'Homer'],
    ['United States', 'United States'],
    ['Brady, Cyrus Townsend, Jr., 1861-1920', 'Cyrus Townsend Brady Jr.'],
    ['Doyle, Arthur Conan, Sir, 1859-1930', 'Arthur Conan Doyle'],
    ['Tennyson, Alfred Tennyson, Baron, 1809-1892', 'Alfred Tennyson'],
    ['Lucian, of Samosata, 120-180', 'Lucian of Samosata'],
    ['Leonardo, da Vinci, 1452-1519', 'Leonardo da Vinci'],
    ['Pliny, the Elder, 23-79', 'Pliny the Elder'],
    ['Marcus Aurelius, Emperor of Rome, 121-180', 'Marcus Aurelius'],
    ['Wang, Jia, active 4th century', 'Jia Wang'],
    ['Augustine, of Hippo, Saint, 354-430', 'Augustine of Hippo'],
    ['Brontë, Charlotte', 'Charlotte Brontë'],
    ['', ''],
  ])('%s', (text, name) => {
    expect(readName(text)).toEqual({ name, role: undefined })
  })

  test('says what others did than write', () => {
    expect(readName('Garnett, Constance, 1861-1946 [Translator]')).toEqual({
      name: 'Constance Garnett',
      role: 'translator',
    })
  })
})

const names = (...texts: string[]) => authorsOf(texts.map(readName))

describe('authorsOf', () => {
  test('are those who wrote it, or else edited it, or else all', () => {
    expect(names('Tolstoy, Leo', 'Garnett, Constance [Translator]')).toEqual(['Leo Tolstoy'])
    expect(names('Eliot, Charles [Editor]', 'Doe, Jane [Illustrator]')).toEqual(['Charles Eliot'])
    expect(names('Doe, Jane [Illustrator]')).toEqual(['Jane Doe'])
    expect(names()).toEqual([])
  })
})
