/**
 * The sentences of error responses that do not depend on the request. Server and fake backend share them, so that
 * a reader sees the same words on both; the contract tests check it.
 */
export const ERROR_TEXTS = {
  invalidCredentials: 'Invalid email or password.',
  passwordsDiffer: 'Passwords do not match.',
  emailInvalid: 'Please enter a valid email address.',
  emailTaken: 'An account with this email already exists.',
  registrationClosed:
    'Registration is closed. Please ask the person who runs this server for an account.',
  accountDisabled: 'This account is disabled. Please ask the person who runs this server.',
  unauthenticated: 'User not authenticated. Please log in.',
  sessionNotBound: 'This sign-in only works in the browser where it began. Please log in.',
  forbidden: 'This belongs to another reader.',
  passwordNeeded: 'Please enter your password.',
  wrongPassword: 'That is not your password. Nothing was deleted.',
  notYourPassword: 'This is not your current password.',
  resetLinkInvalid: 'This link has been used or has expired. Please ask for a new one.',
  mailOff: 'This server does not send email. Please ask the person who runs it for a link.',
  signInTooOld:
    'Please log out, log in again, and delete your account within ten minutes. Nothing was deleted.',
  crossSite: 'This request did not come from Catchword itself.',
  bookNotFound: 'Book not found.',
  notOnList: 'This book is not on the list.',
  pathNotFound: 'There is nothing at this address.',
  bodyTooLarge: 'The request is too large.',
  bodyNotJson: 'The request is not valid JSON.',
  unsupportedMediaType: 'This content type is not supported.',
  imageMissing: 'Please send one picture in the field profileImage.',
  imageRejected: 'Please choose a JPEG, PNG, WebP or GIF picture.',
  imageTooLarge: 'The picture can be at most 5 MB.',
  libraryMissing: 'Please send one file in the field library.',
  libraryTooLarge: 'The file can be at most 5 MB.',
  libraryTooLong: 'The file can have at most 20,000 rows.',
  libraryTooWide: 'The file can have at most 512 columns.',
  libraryTooSlow: 'This file takes too long to read. Please split it into smaller ones.',
  libraryNoTable:
    'Please choose a CSV or TSV file in UTF-8 with a table of books, whose first line has the names of its columns, such as title and author.',
  libraryNoTitle:
    'No column of this table is named “Title” or “ISBN”. Please write “Title” above the titles and “Author” above the authors, in the first line.',
  libraryEmpty: 'There are no books in this file.',
  libraryBusy: 'Your library is already being read.',
  internal: 'Something went wrong on our side. Please try again.',
} as const
