import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { MIB_BYTES } from '../../contract/units.ts'

/** What a cache leaves free of a disk for readers' data, or a tenth of the disk where that is less. */
const LEFT_FREE_BYTES = 1024 * MIB_BYTES

/** Whether the disk of a folder has room for a cache; yes where that cannot be told. */
export async function hasRoom(
  folder: string,
  look: (folder: string) => Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>> = statfs,
): Promise<boolean> {
  try {
    const { bavail, blocks, bsize } = await look(folder)
    return bavail * bsize >= Math.min(LEFT_FREE_BYTES, (blocks * bsize) / 10)
  } catch {
    return true
  }
}
