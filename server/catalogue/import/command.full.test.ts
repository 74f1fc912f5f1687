import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CAN_LIMIT, folder, imported, lines, run, start } from '../../../test/catalogueCommand.ts'
import { killAt } from '../../../test/killAt.ts'

const files = () => readdirSync(join(folder, 'data')).toSorted()
/** What an import leaves that did not come to its end. */
const WHOLE = ['catalogue.db', 'catalogue.lock']

/** How many imported books there are, which are removed. */
const emptied = async () => {
  const count = await imported()
  if (count > 0) await run('remove', '--source', 'gutenberg')
  return count
}

test('an import that is killed leaves the catalogue as it was or as it is to be, and the next removes what is left', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines(500))
  await run('status')
  const importing = (after: number) =>
    start(killAt(after, 'rows'), 'import', 'gutenberg', path).ended
  await run('import', 'gutenberg', path)
  await emptied()
  const changes = Number(/^changes: (\d+)$/m.exec((await importing(Infinity)).out)?.[1])
  expect([await emptied(), changes]).toEqual([500, expect.toSatisfy((made) => made > 1000)])
  const counts: number[] = []
  // The copy is made, half written, to take its place; and has taken it.
  for (const after of [2, Math.floor(changes / 2), changes - 3, changes - 2]) {
    expect(await importing(after)).toMatchObject({ signal: 'SIGKILL' })
    counts.push(await emptied())
  }
  expect(counts).toEqual([0, 0, 0, 500])
  expect(await run('import', 'gutenberg', path)).toMatchObject({ code: 0 })
  expect(files()).toEqual(WHOLE)
})

test.runIf(CAN_LIMIT)(
  'an import on a disk without room leaves the catalogue as it was',
  async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(2000))
    await run('status')
    const size = statSync(join(folder, 'data/catalogue.db')).size
    const limited = start({}, 'import', 'gutenberg', path, `--fsize=${size + 100_000}`)
    const { code, err } = await limited.ended
    expect(code).toBe(1)
    expect(err.trimEnd().split('\n').at(-1)).toMatch(
      /^The disk is full or not writable \([^)]+\)\. Free some space and try again\.$/,
    )
    expect([await imported(), ...files()]).toEqual([0, ...WHOLE])
  },
)
