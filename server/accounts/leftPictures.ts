import type { Store } from '../store/store.ts'
import type { PhotoFolder } from './photos.ts'

/**
 * Deletes the files of pictures whose account is gone. Called with each deletion, and at the start for
 * what a process that died has left. A file that cannot be deleted stays noted for the next time.
 *
 * @throws whatever the file system says of the first that cannot be deleted
 */
export async function removeLeftPictures(
  { accounts }: Pick<Store, 'accounts'>,
  photos: Pick<PhotoFolder, 'remove'>,
): Promise<void> {
  for (const name of await accounts.leftPictures()) {
    await photos.remove(name)
    await accounts.pictureGone(name)
  }
}
