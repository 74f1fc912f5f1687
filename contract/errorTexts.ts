import { say, type Plural, type Values } from './say.ts'

/**
 * The sentences of error responses in English, with places for what depends on the request (`say`). Server and fake
 * backend share them, so that a reader sees the same words on both; the contract tests check it. By these sentences
 * `server/languages/{code}.json` has those of the other languages.
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
  busy: 'The server is busy. Please try again in a moment.',
  closing: 'The server is closing. Please try again.',
  notReady: 'The server is not ready.',
  storageFull: 'Nothing can be saved at the moment. Please try again later.',
  notUnderstood: 'The request cannot be understood.',
  tooSlow: 'The request took too long.',
  headersTooLarge: 'The headers of the request are too large.',
  manyHosts: 'The request names more than one host.',
  notUtf8: 'The request is not valid UTF-8.',
  needsObject: 'The request needs a JSON object.',
  needsForm: 'Send the file as multipart/form-data.',
  unknownField: 'The field "{name}" is not known here.',
  required: '{field} is required.',
  tooShort: {
    one: '{field} needs at least {count} character.',
    other: '{field} needs at least {count} characters.',
  },
  tooLong: {
    one: '{field} can have at most {count} character.',
    other: '{field} can have at most {count} characters.',
  },
  tooFew: '{field} must name at least {count}.',
  tooMany: '{field} can name at most {count}.',
  repeated: '{field} must not name the same twice.',
  tooLow: '{field} must be at least {count}.',
  tooHigh: '{field} must be at most {count}.',
  notOffered: '{field} must be among those that are offered.',
  notText: '{field} must be a text.',
  notInteger: '{field} must be a whole number.',
  notNumber: '{field} must be a number.',
  notBoolean: '{field} must be true or false.',
  notList: '{field} must be a list.',
  notObject: '{field} must be an object.',
  otherKind: '{field} must be of another kind.',
  notValid: '{field} is not valid.',
  badCharacters: '{field} contains characters that cannot be used.',
  passwordTooShort: {
    one: 'The password needs at least {count} character.',
    other: 'The password needs at least {count} characters.',
  },
  passwordTooLong: {
    one: 'The password can have at most {count} character.',
    other: 'The password can have at most {count} characters.',
  },
  passwordCommon: 'This password is too common. Please choose another.',
  passwordOwn: 'The password must not be your own name or email.',
  requestsSeconds: {
    one: 'Too many requests. Please try again in {count} second.',
    other: 'Too many requests. Please try again in {count} seconds.',
  },
  requestsMinutes: {
    one: 'Too many requests. Please try again in {count} minute.',
    other: 'Too many requests. Please try again in {count} minutes.',
  },
  requestsHours: {
    one: 'Too many requests. Please try again in {count} hour.',
    other: 'Too many requests. Please try again in {count} hours.',
  },
  loginsSeconds: {
    one: 'Too many attempts to log in. Please try again in {count} second.',
    other: 'Too many attempts to log in. Please try again in {count} seconds.',
  },
  loginsMinutes: {
    one: 'Too many attempts to log in. Please try again in {count} minute.',
    other: 'Too many attempts to log in. Please try again in {count} minutes.',
  },
  loginsHours: {
    one: 'Too many attempts to log in. Please try again in {count} hour.',
    other: 'Too many attempts to log in. Please try again in {count} hours.',
  },
  favoritesFull: 'You have reached the limit of {count} favorite books.',
  authorsFull: 'You have reached the limit of {count} favorite authors.',
  wantToReadFull: 'You have reached the limit of {count} books to read.',
  readFull: 'You have reached the limit of {count} books that you have read.',
  notForMeFull: 'You have reached the limit of {count} books that are not for you.',
  imageBusy: 'Your picture is already being uploaded.',
  imageTooMany: 'This picture is too large. Please choose a smaller one.',
  imageUnreadable: 'This picture cannot be read. Please choose another.',
  uploadUnreadable: 'The upload cannot be read. Please try again.',
  libraryWorkbook: 'This is a workbook of a spreadsheet program: save it as CSV there.',
  libraryArchive:
    'This is an archive: unpack it, and give a file of it, a spreadsheet saved as CSV.',
  quoteOpen: 'A quotation mark in line {line} is never closed.',
  rowTooLarge:
    'The row in line {line} is larger than {size}, as where a quotation mark is not closed.',
  cancelled: 'Cancelled.',
} as const satisfies Readonly<Record<string, string | Plural>>

/** One of the sentences. */
export type ErrorText = (typeof ERROR_TEXTS)[keyof typeof ERROR_TEXTS]

/** A sentence, where it has places with what fills them; a `{field}` is named in English. */
export type ErrorSentence = ErrorText | { readonly text: ErrorText; readonly values: Values }

/** An error whose message is one of the sentences, in English. */
export class SentenceError extends Error {
  readonly text: ErrorText
  readonly values: Values

  constructor(sentence: ErrorSentence) {
    const isFilled = typeof sentence === 'object' && 'text' in sentence
    const { text, values } = isFilled ? sentence : { text: sentence, values: {} }
    super(say('en', text, values))
    this.text = text
    this.values = values
  }
}
