import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { hasRoom } from './hasRoom.ts'

const MIB = 1024 * 1024

/** A disk of so many MiB, of which so many are free. */
const disk = (size: number, free: number) => async () => ({
  blocks: size,
  bavail: free,
  bsize: MIB,
})

test('leaves a gibibyte of a large disk free, and a tenth of a small one', async () => {
  expect(await hasRoom('/data', disk(500_000, 1024))).toBe(true)
  expect(await hasRoom('/data', disk(500_000, 1023))).toBe(false)
  expect(await hasRoom('/data', disk(1000, 100))).toBe(true)
  expect(await hasRoom('/data', disk(1000, 99))).toBe(false)
})

test('knows the disk of a folder, and leaves one that is not there to the writing', async () => {
  expect(await hasRoom(tmpdir())).toBeTypeOf('boolean')
  expect(await hasRoom('/nowhere/at/all')).toBe(true)
})
