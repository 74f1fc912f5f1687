import { booksApi } from '../../api/booksApi.ts'
import { tidyOneBook } from '../../api/tidy.ts'
import { drawnRecord, takeUpDrawn } from '../../lib/drawn.ts'
import { isPlain } from '../../lib/text.ts'
import type { AppStore } from '../../state/store.ts'
import { Description } from './lazyDescription.ts'

/**
 * Gives the store the book that the server sent within the page, and its cover: nothing is asked for again.
 * Resolves when what its page is drawn with is there.
 * @param record JSON of the book; empty where it did not come with the page
 * @throws SyntaxError or UnreadableAnswer where it is none
 */
export async function takeUpBook(store: AppStore, record = drawnRecord()): Promise<void> {
  if (!record) return
  const book = tidyOneBook(JSON.parse(record))
  const { description = '' } = book.volumeInfo
  store.dispatch(
    booksApi.util.upsertQueryEntries([{ endpointName: 'getBook', arg: book.id, value: book }]),
  )
  await takeUpDrawn()
  if (!isPlain(description)) await Description.load()
}
