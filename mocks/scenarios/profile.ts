import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getNavbarPreferences } from '../../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { answering } from '../address.ts'
import { failing, settle, slow } from '../answers.ts'
import { Problem, problemResponse } from '../problem.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'

const UPLOAD: readonly Step[] = [{ do: 'upload', field: 'Photo to upload', file: 'picture' }]

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger'

/** A portrait to tell from the default one. */
const PORTRAIT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80">' +
  '<rect width="80" height="80" fill="#2f5d50"/><circle cx="40" cy="32" r="15" fill="#f2c9a1"/>' +
  '<path d="M12 80c3-22 15-30 28-30s25 8 28 30z" fill="#e0a526"/></svg>'

/** The navbar: its greeting, its interests, the profile picture and its menu. */
export const profileScenarios = {
  navbarVisitor: {
    title: 'The navbar of a visitor',
    screen: 'Navbar and profile',
    session: 'signedOut',
    shows: [
      { as: 'text', text: 'Welcome to Catchword' },
      { as: 'link', text: 'Login / Register' },
      { as: 'link', text: 'Profile' },
    ],
  },
  navbarReader: {
    title: 'The navbar of a reader, and the profile page',
    screen: 'Navbar and profile',
    path: '/profile',
    session: 'signedIn',
    shows: [
      { as: 'text', text: 'Hello, Ada' },
      { as: 'button', text: 'Profile menu' },
      { as: 'heading', text: 'Catchword' },
      { as: 'path', text: '/profile' },
    ],
    lacks: [{ as: 'link', text: 'Login / Register' }],
    note: 'the default picture; the page is the landing page once more',
  },
  profileMenuOpen: {
    title: 'The profile menu',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Profile menu' }],
    shows: [
      { as: 'text', text: 'Upload Photo' },
      { as: 'text', text: 'Ada' },
      { as: 'text', text: 'Mystery, Sci-Fi' },
      { as: 'text', text: 'Logout' },
    ],
    note: 'a click outside it, Escape and a choice close it; Logout leads to /',
    prepare: settle,
  },
  nameUnknown: {
    title: 'The name of the reader is not known yet',
    screen: 'Navbar and profile',
    session: 'signedIn',
    storage: { user: JSON.stringify({ id: READER.id }), username: null },
    shows: [
      { as: 'text', text: 'Hello' },
      { as: 'text', text: 'Hello, Ada' },
    ],
    note: 'the profile brings it after four seconds',
    handlers: slow(getProfile),
  },
  nameVeryLong: {
    title: 'A very long name',
    screen: 'Navbar and profile',
    session: 'signedIn',
    storage: { user: JSON.stringify({ id: READER.id, name: LONG_NAME }), username: LONG_NAME },
    shows: [{ as: 'text', text: `Hello, ${LONG_NAME}` }],
    note: 'cut where there is no more room; nothing scrolls sideways',
    prepare(_db, reader) {
      reader.name = LONG_NAME
    },
  },
  profilePicture: {
    title: 'A profile picture',
    screen: 'Navbar and profile',
    session: 'signedIn',
    shows: [{ as: 'button', text: 'Profile menu' }],
    note: 'somebody in yellow before green',
    prepare(db, reader) {
      reader.picture = 'portrait.svg'
      db.pictures.set(reader.picture, {
        type: 'image/svg+xml',
        bytes: new TextEncoder().encode(PORTRAIT),
      })
    },
  },
  profilePictureGone: {
    title: 'A profile picture that does not load',
    screen: 'Navbar and profile',
    session: 'signedIn',
    shows: [{ as: 'button', text: 'Profile menu' }],
    note: 'the default picture',
    prepare(_db, reader) {
      reader.picture = 'gone.webp'
    },
    failsRequests: true,
  },
  profileFails: {
    title: 'The profile cannot be fetched',
    screen: 'Navbar and profile',
    session: 'signedIn',
    shows: [{ as: 'log', text: 'Profile fetch failed' }],
    note: 'the default picture, and no message',
    handlers: failing(getProfile),
    failsRequests: true,
  },
  navbarPreferencesFail: {
    title: "The navbar's interests cannot be fetched",
    screen: 'Navbar and profile',
    session: 'signedIn',
    shows: [{ as: 'log', text: 'Profile preferences fetch failed' }],
    note: 'nothing unusual on the page',
    handlers: failing(getNavbarPreferences),
    failsRequests: true,
  },
  uploadWorks: {
    title: 'A picture is uploaded',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: UPLOAD,
    shows: [{ as: 'button', text: 'Profile menu' }],
    lacks: [{ as: 'log', text: 'Image upload failed' }],
    note: 'the chosen picture in the navbar, also after a reload; by hand: Upload Photo in the menu',
  },
  uploadSlow: {
    title: 'Uploading a picture takes four seconds',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [...UPLOAD, { do: 'press', button: 'Profile menu' }],
    shows: [{ as: 'text', text: 'Upload Photo' }],
    lacks: [{ as: 'log', text: 'Image upload failed' }],
    note: 'the chosen picture at once; Upload Photo cannot be chosen until then',
    handlers: slow(uploadProfileImage),
  },
  uploadFails: {
    title: 'A picture cannot be uploaded',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: UPLOAD,
    shows: [{ as: 'log', text: 'Image upload failed' }],
    note: 'the picture as before, and no message',
    handlers: failing(uploadProfileImage),
    failsRequests: true,
  },
  uploadNotAPicture: {
    title: 'What is uploaded is no picture (415)',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [{ do: 'upload', field: 'Photo to upload', file: 'text' }],
    shows: [{ as: 'log', text: 'Image upload failed' }],
    note: 'the picture as before, and no message',
    failsRequests: true,
  },
  uploadTooLarge: {
    title: 'The picture is too large (413)',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: UPLOAD,
    shows: [{ as: 'log', text: 'Image upload failed' }],
    note: 'the picture as before, and no message; here every picture counts as too large',
    handlers: () => [
      answering(uploadProfileImage, () =>
        problemResponse(new Problem(413, 'body_too_large', ERROR_TEXTS.imageTooLarge)),
      ),
    ],
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>
