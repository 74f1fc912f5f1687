import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import {
  CAN_LIMIT,
  command,
  folder,
  imported,
  lines,
  run,
  start,
} from '../../../test/catalogueCommand.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'

/** How many imported books the catalogue has, and its files. */
const state = async () => [await imported(), readdirSync(join(folder, 'data')).toSorted()]

describe('an import that does not come to its end leaves the catalogue as it was', () => {
  const whole = ['catalogue.db', 'catalogue.lock']

  test('killed at any moment; the next one removes what it left', async () => {
    const path = join(folder, 'rows.jsonl')
    await run('status')
    writeFileSync(path, lines(12_000))
    for (const milliseconds of [300, 600, 900, 1200, 1500, 2000]) {
      const { child, ended } = start({}, 'import', 'gutenberg', path)
      await wait(milliseconds)
      child.kill('SIGKILL')
      await ended
      expect([0, 12_000]).toContain(await imported())
      await run('remove', '--source', 'gutenberg')
    }
    expect(await run('import', 'gutenberg', path)).toMatchObject({ code: 0 })
    expect((await state())[1]).toEqual(whole)
  })

  test('stopped', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(3000))
    const stopped = await command({}, 'import', 'gutenberg', path, AbortSignal.abort())
    expect(stopped).toMatchObject({ code: 130 })
    expect(stopped.err).toContain('Stopped; the catalogue is unchanged.')
    expect(await state()).toEqual([0, whole])
  })

  test('of a file that is cut short', async () => {
    const bytes = gzipSync(lines(8000))
    const path = join(folder, 'rows.jsonl.gz')
    writeFileSync(path, bytes.subarray(0, bytes.length - 4000))
    const cut = await run('import', 'gutenberg', path)
    expect(cut.code).toBe(1)
    expect(cut.err.trim().split('\n').at(-1)).toMatch(/ends too early: the compressed file was cut/)
    expect(await state()).toEqual([0, whole])
  })

  test.runIf(CAN_LIMIT)('on a disk without room', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(6000))
    await run('status')
    const size = statSync(join(folder, 'data/catalogue.db')).size
    const { ended } = start({}, 'import', 'gutenberg', path, `--fsize=${size + 100_000}`)
    const { code, err } = await ended
    expect(code).toBe(1)
    expect(err.trimEnd().split('\n').at(-1)).toMatch(
      /^The disk is full or not writable \([^)]+\)\. Free some space and try again\.$/,
    )
    expect(await state()).toEqual([0, whole])
  })

  test('while another one runs', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(10))
    await run('status')
    await rewriteCatalogue(join(folder, 'data'), async () => {
      const second = await run('import', 'gutenberg', path)
      expect(second.code).toBe(1)
      expect(second.err).toMatch(/^Another import into the catalogue in .* is running\.\n$/)
    })
  })
})

test('shows now and then how far an import is', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines(300))
  const now = vi.spyOn(performance, 'now').mockImplementation(() => 10_000 * now.mock.calls.length)
  const { err } = await run('import', 'gutenberg', path)
  now.mockRestore()
  expect(err).toMatch(/^(?:Importing \d+ %, \d+ records, \d+ a second\n)+$/)
})
