import { expect, test } from 'vitest'
import { mendTable } from './mendTable.ts'

const nothing = () => undefined

test('reviews take no time: only the start of a cell is read, and of many runs of letters some', async () => {
  const review = 'd’'.repeat(120_000)
  const long = Array.from({ length: 10 }, () => ['Les MisÃ©rables', review])
  const wide = Array.from({ length: 10 }, () => Array.from({ length: 20_000 }, () => 'l’été à'))
  let rows = 0
  expect(await mendTable(long, () => void (rows += 1))).toBe(false)
  expect(await mendTable(wide, nothing)).toBe(false)
  expect(rows).toBe(10)
})

test('a review behind the title is no hindrance', async () => {
  const table = [['Les MisÃ©rables', 'TrÃ¨s bien. '.repeat(50_000)]]
  expect(await mendTable(table, nothing)).toBe(true)
  expect(table[0]?.[0]).toBe('Les Misérables')
})

test.each(['L’Étranger', 'l’été', 'CAFÉ—BAR', 'CAFÉ\u00a0: ROMAN', 'Ã‰á'])(
  'what only looks encoded twice stays: %s',
  async (title) => {
    const table = [['title'], [title]]
    expect(await mendTable(table, nothing)).toBe(false)
    expect(table[1]).toEqual([title])
  },
)
