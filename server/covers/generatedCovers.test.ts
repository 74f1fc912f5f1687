import type * as zlib from 'node:zlib'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { renderCover } from '../../covers/renderCover.ts'
import { createGeneratedCovers } from './generatedCovers.ts'

/** Compressions of the covers that are held up: each goes on, or fails, when the test says so. */
const blocked: { goOn: () => void; fail: () => void }[] = []

vi.mock('node:zlib', async (importOriginal) => {
  const original = await importOriginal<typeof zlib>()
  const brotliCompress = (
    svg: Buffer,
    options: zlib.BrotliOptions,
    done: zlib.CompressCallback,
  ): void => {
    const goOn = () => original.brotliCompress(svg, options, done)
    if (!svg.includes('aria-label="The held,')) return goOn()
    blocked.push({ goOn, fail: () => done(new Error('no memory'), Buffer.alloc(0)) })
  }
  return { ...original, brotliCompress }
})

const book = (id: string) => ({ id, title: `The ${id}`, authors: ['Ann Author'], categories: [] })

test('a drawn cover comes as it is and compressed', async () => {
  const covers = createGeneratedCovers(1_000_000)
  const { svg, compressed } = await covers('one', book('one'))
  expect(svg.toString()).toBe(renderCover(book('one')))
  expect(brotliDecompressSync(compressed)).toEqual(svg)
  expect(compressed.length).toBeLessThan(svg.length)
})

test('is drawn once as long as it is kept', async () => {
  const covers = createGeneratedCovers(1_000_000)
  const [one, again] = await Promise.all([covers('one', book('one')), covers('one', book('one'))])
  expect(again).toBe(one)
  expect(await covers('one', book('one'))).toBe(one)
})

test('makes room for others, the longest unused first', async () => {
  const probe = await createGeneratedCovers(1_000_000)('a', book('a'))
  const size = probe.svg.length + probe.compressed.length
  // Room for two, hardly for three.
  const covers = createGeneratedCovers(Math.round(size * 2.6))
  const a = await covers('a', book('a'))
  const b = await covers('b', book('a'))
  expect(await covers('a', book('a'))).toBe(a)
  await covers('c', book('a'))
  expect(await covers('a', book('a'))).toBe(a)
  expect(await covers('b', book('a'))).not.toBe(b)
})

test('one that others take the place of while it is drawn comes, and takes up nothing', async () => {
  const probe = await createGeneratedCovers(1_000_000)('a', book('a'))
  const covers = createGeneratedCovers(
    Math.round((probe.svg.length + probe.compressed.length) * 2.6),
  )
  const late = covers('late', book('held'))
  for (const key of ['a', 'b', 'c']) await covers(key, book('a'))
  blocked.pop()?.goOn()
  expect((await late).svg.toString()).toBe(renderCover(book('held')))

  const [d, e] = [await covers('d', book('a')), await covers('e', book('a'))]
  expect(await covers('d', book('a'))).toBe(d)
  expect(await covers('e', book('a'))).toBe(e)
})

test('one that could not be drawn is told to all who wait for it, and drawn at the next asking', async () => {
  const covers = createGeneratedCovers(1_000_000)
  const requested = [covers('one', book('held')), covers('one', book('held'))]
  expect(blocked).toHaveLength(1)
  blocked.pop()?.fail()
  for (const cover of requested) await expect(cover).rejects.toThrow('no memory')
  const again = covers('one', book('held'))
  blocked.pop()?.goOn()
  expect((await again).svg.toString()).toBe(renderCover(book('held')))
})
