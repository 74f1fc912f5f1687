import type { ReaderSession } from '../../contract/session.ts'
import { formatNumber } from '../messages.ts'

const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** `Jan 1, 2026, 12:00 PM` by the device's clock; empty where the time is none. */
const formatMoment = (time: string): string => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : moments.format(date)
}

/** What a reader reads in the account dialog. */
export const accountMessages = {
  title: 'Your account',
  appearance: 'Appearance',
  schemes: { system: 'System', light: 'Light', dark: 'Dark' },
  password: 'Change your password',
  passwordNote: 'When you change your password, every other device has to log in again.',
  passwordSaving: 'Saving…',
  passwordChanged: 'Your password has been changed. Other devices have been logged out.',
  passwordFailed: (reason: string) => `Your password could not be changed. ${reason}`,
  sessions: 'Where you are logged in',
  sessionsNote:
    'Log out devices that you no longer use. If you do not know one, change your password, too.',
  device: ({ browser, system }: ReaderSession) =>
    browser !== null && system !== null
      ? `${browser} on ${system}`
      : (browser ?? system ?? 'Unknown device'),
  thisDevice: 'This device',
  lastUsed: (time: string) => `Last used ${formatMoment(time)}`,
  loggedInSince: (time: string) => `Logged in since ${formatMoment(time)}`,
  endSession: 'Log out',
  endSessionOf: (device: string) => `Log out ${device}`,
  sessionEnded: 'The device has been logged out.',
  endOtherSessions: 'Log out all other devices',
  otherSessionsEnded: 'All other devices have been logged out.',
  sessionsFailed: (reason: string) => `Your devices could not be loaded. ${reason}`,
  endSessionFailed: (reason: string) => `The device could not be logged out. ${reason}`,
  marks: 'Books you are not recommended',
  marksNote: 'Books that you have read, and books that are not for you, are recommended no more.',
  marked: {
    read: (count?: number) => `Read${count ? `: ${formatNumber(count)}` : ''}`,
    notForMe: (count?: number) => `Not for me${count ? `: ${formatNumber(count)}` : ''}`,
  },
  noneMarked: 'None yet.',
  markedFailed: (reason: string) => `These books could not be loaded. ${reason}`,
  download: 'Download your data',
  downloadNote:
    'JSON has everything Catchword stores about you: your account, interests, favorites, other books, sign-ins and picture. CSV has your books, for Goodreads, StoryGraph, a spreadsheet or another Catchword.',
  downloadAs: (format: string) => `Download as ${format.toUpperCase()}`,
  downloaded: 'Your data has been downloaded.',
  exportFailed: (reason: string) => `Your data could not be downloaded. ${reason}`,
  deletion: 'Delete your account',
  deletionNote:
    'This permanently deletes your account, interests, picture and all your books, favorites, to read, read and not for you, on every device. It cannot be undone.',
  keep: 'Keep my account',
  delete: 'Delete permanently',
  deleting: 'Deleting…',
  deleted: 'Your account has been deleted.',
  deleteFailed: (reason: string) => `Your account could not be deleted. ${reason}`,
} as const
