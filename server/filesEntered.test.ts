import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../test/filesEntered.ts')

/** How many files a newcomer reads to follow one request at most. */
const FEW = { favorite: 17, search: 23 }

test('one request enters few files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-entered-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' },
  })
  const entered: Record<keyof typeof FEW, string[]> = JSON.parse(stdout)
  for (const name of ['favorite', 'search'] as const) {
    process.stdout.write(
      `A ${name} enters ${entered[name].length} files: ${entered[name].join(', ')}\n`,
    )
    expect(entered[name].length).toBeLessThanOrEqual(FEW[name])
  }
})
