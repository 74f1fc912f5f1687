import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { MIB_BYTES } from '../../contract/units.ts'

/** So much of a disk stays free for what cannot be had again, or a tenth of it where that is less. */
const LEFT_FREE_BYTES = 1024 * MIB_BYTES

/** Whether the disk of a folder has room for what only saves time; yes where that cannot be told. */
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
