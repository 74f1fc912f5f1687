/**
 * A process that is killed in the middle of an upload: `DIES=before` the new picture is committed, or
 * `after`. The folder is under DATA_DIR, the picture before is BEFORE.
 */
import { createPhotoFolder } from '../server/accounts/photos.ts'

/** When it dies: before the new picture is committed, or after. */
export type Moment = 'before' | 'after'

const before = process.env['BEFORE'] ?? null
const dies: Moment = process.env['DIES'] === 'before' ? 'before' : 'after'
const die = () => process.kill(process.pid, 'SIGKILL')

await createPhotoFolder(process.env['DATA_DIR'] ?? '').exchange({
  userId: 'ada',
  before,
  picture: Buffer.from('new'),
  async commit() {
    if (dies === 'before') die()
    return true
  },
  async pictureOf() {
    die()
    return undefined
  },
})
