import { MARKS_MAX } from '../../contract/limits.ts'
import { formatNumber } from '../messages.ts'
import type { MarkOutcome } from '../store/setMark.ts'

/** What a reader reads of marks: want to read, read, not for me. */
export const markMessages = {
  wantToRead: 'Want to read',
  read: 'I have read it',
  notForMe: 'Not for me',
  more: (title: string) => `More about ${title}`,
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
    favorite: (title: string) => `${title} is a favorite now.`,
    wantToRead: (title: string) => `${title} is on your list.`,
    read: (title: string) => `You have read ${title}.`,
    notForMe: (title: string) => `${title} is not for you.`,
    none: (title: string) => `Taken back: ${title}.`,
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
    moved: (title: string, place: number, of: number) => `${title}: place ${place} of ${of}.`,
    gone: 'No longer on this list',
    loved: 'A favorite now',
  },
  lists: 'Your lists',
  undo: 'Undo',
} as const

/** Why a heart or mark was taken back again, by how it ended. */
export const notSaved: Readonly<Partial<Record<MarkOutcome, string>>> = {
  failed: 'Failed to save this mark.',
  full: `There is no room for more than ${formatNumber(MARKS_MAX)}.`,
  offline: 'You are offline. This was not saved.',
}
