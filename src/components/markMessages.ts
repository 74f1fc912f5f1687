import { MARKS_MAX } from '../../contract/limits.ts'
import { formatNumber } from '../messages.ts'

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
  undo: 'Undo',
  failed: 'Failed to save this mark.',
  full: `There is no room for more than ${formatNumber(MARKS_MAX)}.`,
} as const
