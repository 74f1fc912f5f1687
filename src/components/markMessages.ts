import { MARKS_MAX } from '../../contract/limits.ts'
import { texts } from '../languages/language.ts'
import type { HeartOrMark } from '../store/favoritesSlice.ts'
import type { MarkOutcome } from '../store/setMark.ts'

/** What a reader reads of marks: want to read, read, not for me. */
export const markMessages = texts('marks', {
  wantToRead: 'Want to read',
  read: 'I have read it',
  notForMe: 'Not for me',
  more: 'More about {title}',
  // What is set, in words.
  is: {
    wantToRead: 'You want to read this',
    read: 'You have read this',
    notForMe: 'This is not for you',
  },
  // The way back.
  back: {
    wantToRead: 'No longer want to read',
    read: 'I have not read it',
    notForMe: 'It is for me',
  },
  said: {
    favorite: '{title} is a favorite now.',
    wantToRead: '{title} is on your list.',
    read: 'You have read {title}.',
    notForMe: '{title} is not for you.',
    none: 'Taken back: {title}.',
  },
  // Where it was something else before.
  saidOfBoth: {
    favorite: '{said} It is no longer a favorite.',
    wantToRead: '{said} It is no longer on your list.',
  },
  // The page of the wanted books; what it shares with the favorites' is there.
  list: {
    title: 'Books You Want to Read',
    loading: 'Loading the books you want to read...',
    failed: 'Failed to load the books you want to read.',
    empty: 'No books on this list yet. Press “Want to read” wherever you find one.',
    noMatch: 'No books match this filter.',
    showAll: 'Show all books',
    updateFailed: 'Failed to update this list.',
    moveUp: 'Move up',
    moveDown: 'Move down',
    moved: '{title}: place {place} of {of}.',
    gone: 'No longer on this list',
    loved: 'A favorite now',
  },
  lists: 'Your lists',
  undo: 'Undo',
  // Why one was taken back again.
  failed: 'Failed to save this mark.',
  full: 'There is no room for more than {room}.',
  offline: 'You are offline. This was not saved.',
})

/** Why a heart or mark was taken back again; `undefined` where it was not. */
export function notSaved(outcome: MarkOutcome): string | undefined {
  if (outcome === 'full') return markMessages.full({ room: MARKS_MAX })
  return outcome === 'failed' || outcome === 'offline' ? markMessages[outcome] : undefined
}

/** What is said of a change, and of what the book was before, where that was a list of the reader's. */
export function saidOf(title: string, next: HeartOrMark, before: HeartOrMark): string {
  const said = markMessages.said[next ?? 'none']({ title })
  const isLost = next !== null && (before === 'favorite' || before === 'wantToRead')
  return isLost ? markMessages.saidOfBoth[before]({ said }) : said
}
