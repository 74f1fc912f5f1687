/**
 * The sentences of error responses that do not depend on the request: what the server says, the fake
 * backend says too, and the contract tests hold both to it (decision 25).
 */
export const ERROR_TEXTS = {
  invalidCredentials: 'Invalid email or password.',
  passwordsDiffer: 'Passwords do not match.',
  emailInvalid: 'Please enter a valid email address.',
  emailTaken: 'An account with this email already exists.',
  unauthenticated: 'User not authenticated. Please log in.',
  sessionNotBound: 'This sign-in works only in the browser that began it. Please log in.',
  forbidden: 'This belongs to another reader.',
  passwordNeeded: 'Please type your password.',
  wrongPassword: 'This is not your password. Nothing was deleted.',
  notYourPassword: 'This is not your present password.',
  resetLinkInvalid: 'This link is used, or older than an hour. Please ask for a new one.',
  mailOff: 'This server sends no mail. Please ask whoever runs it for a link.',
  signInTooOld:
    'Please log out, sign in once more, and delete your account within ten minutes. Nothing was deleted.',
  crossSite: 'This request did not come from Catchword itself.',
  bookNotFound: 'Book not found.',
  pathNotFound: 'There is nothing at this address.',
  bodyTooLarge: 'The request is too large.',
  bodyNotJson: 'The request is not valid JSON.',
  unsupportedMediaType: 'This content type is not supported.',
  imageMissing: 'Please send one picture in the field profileImage.',
  imageRejected: 'Please choose a JPEG, PNG, WebP or GIF picture.',
  imageTooLarge: 'The picture can have at most 5 MB.',
  libraryMissing: 'Please send one file in the field library.',
  libraryTooLarge: 'The file can have at most 5 MB.',
  libraryTooLong: 'The file can have at most 20,000 rows.',
  libraryTooWide: 'The file can have at most 512 columns.',
  libraryTooSlow: 'Reading this file takes too long. Please split it into smaller ones.',
  libraryNoTable: 'Please choose a table of books, as a CSV or TSV file.',
  libraryEmpty: 'There is no book in this file.',
  libraryBusy: 'A library of yours is being read already.',
  internal: 'Something went wrong on our side. Please try again.',
} as const
