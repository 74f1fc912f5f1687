import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getNavbarPreferences } from '../../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { failing, readerWith, refusing, slow, withFavorites } from '../responses.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'
import {
  button,
  heading,
  link,
  log,
  path,
  press,
  scenariosOf,
  text,
  upload,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Navbar and profile')

const UPLOAD: readonly Step[] = [upload('Photo to upload', 'picture')]

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger'

/** A portrait to tell from the default one. */
const PORTRAIT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80">' +
  '<rect width="80" height="80" fill="#2f5d50"/><circle cx="40" cy="32" r="15" fill="#f2c9a1"/>' +
  '<path d="M12 80c3-22 15-30 28-30s25 8 28 30z" fill="#e0a526"/></svg>'

/** The navbar: its greeting, its interests, the profile picture and its menu. */
export const profileScenarios = {
  navbarVisitor: asVisitor('The navbar of a visitor', {
    shows: [text('Welcome to Catchword'), link('Login / Register'), link('Profile')],
  }),
  navbarReader: asReader('The navbar of a reader, and the profile page', {
    path: '/profile',
    shows: [text('Hello, Ada'), button('Profile menu'), heading('Catchword'), path('/profile')],
    lacks: [link('Login / Register')],
    note: 'the default picture; the page is the landing page once more',
  }),
  profileMenuOpen: asReader('The profile menu', {
    steps: [press('Profile menu')],
    shows: [text('Upload Photo'), text('Ada'), text('Mystery, Sci-Fi'), text('Logout')],
    note: 'a click outside it, Escape and a choice close it; Logout leads to /',
    prepare: withFavorites,
  }),
  nameUnknown: asReader('The name of the reader is not known yet', {
    storage: { user: JSON.stringify({ id: READER.id }), username: null },
    shows: [text('Hello'), text('Hello, Ada')],
    note: 'the profile brings it after four seconds',
    ...slow(getProfile),
  }),
  nameVeryLong: asReader('A very long name', {
    storage: { user: JSON.stringify({ id: READER.id, name: LONG_NAME }), username: LONG_NAME },
    shows: [text(`Hello, ${LONG_NAME}`)],
    note: 'cut where there is no more room; nothing scrolls sideways',
    prepare: readerWith({ name: LONG_NAME }),
  }),
  profilePicture: asReader('A profile picture', {
    shows: [button('Profile menu')],
    note: 'somebody in yellow before green',
    prepare(db, reader) {
      reader.picture = 'portrait.svg'
      db.pictures.set(reader.picture, {
        type: 'image/svg+xml',
        bytes: new TextEncoder().encode(PORTRAIT),
      })
    },
  }),
  profilePictureGone: asReader('A profile picture that does not load', {
    shows: [button('Profile menu')],
    note: 'the default picture',
    prepare: readerWith({ picture: 'gone.webp' }),
    failsRequests: true,
  }),
  profileFails: asReader('The profile cannot be fetched', {
    shows: [log('Profile fetch failed')],
    note: 'the default picture, and no message',
    ...failing(getProfile),
  }),
  navbarPreferencesFail: asReader("The navbar's interests cannot be fetched", {
    shows: [log('Profile preferences fetch failed')],
    note: 'nothing unusual on the page',
    ...failing(getNavbarPreferences),
  }),
  uploadWorks: asReader('A picture is uploaded', {
    steps: UPLOAD,
    shows: [button('Profile menu')],
    lacks: [log('Image upload failed')],
    note: 'the chosen picture in the navbar, also after a reload; by hand: Upload Photo in the menu',
  }),
  uploadSlow: asReader('Uploading a picture takes four seconds', {
    steps: [...UPLOAD, press('Profile menu')],
    shows: [text('Upload Photo')],
    lacks: [log('Image upload failed')],
    note: 'the chosen picture at once; Upload Photo cannot be chosen until then',
    ...slow(uploadProfileImage),
  }),
  uploadFails: asReader('A picture cannot be uploaded', {
    steps: UPLOAD,
    shows: [log('Image upload failed')],
    note: 'the picture as before, and no message',
    ...failing(uploadProfileImage),
  }),
  uploadNotAPicture: asReader('What is uploaded is no picture (415)', {
    steps: [upload('Photo to upload', 'text')],
    shows: [log('Image upload failed')],
    note: 'the picture as before, and no message',
    failsRequests: true,
  }),
  uploadTooLarge: asReader('The picture is too large (413)', {
    steps: UPLOAD,
    shows: [log('Image upload failed')],
    note: 'the picture as before, and no message; here every picture counts as too large',
    ...refusing(uploadProfileImage, 413, 'body_too_large', ERROR_TEXTS.imageTooLarge),
  }),
} satisfies Record<string, Scenario>
