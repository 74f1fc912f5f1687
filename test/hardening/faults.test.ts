import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { readFaults, withFault } from './faults.ts'

const root = join(import.meta.dirname, '../..')
const faults = readFaults()

test('every fault is in its file once, leaves a program, and names tests that are there', async () => {
  expect(faults.length).toBeGreaterThanOrEqual(100)
  for (const fault of faults) {
    const faulty = withFault(readFileSync(join(root, fault.file), 'utf8'), fault)
    expect([fault.file, fault.find, faulty]).toEqual([fault.file, fault.find, expect.any(String)])
    await transformWithOxc(faulty ?? '', fault.file)
    expect(fault.find).not.toBe(fault.replace)
    expect(fault.tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(fault.tests).not.toEqual([])
  }
})
