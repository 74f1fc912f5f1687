import { getNavbarPreferences } from '../../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { READER } from '../builders.ts'
import {
  choose,
  failing,
  press,
  readerWith,
  scenariosOf,
  slow,
  upload,
  withFavorites,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Navbar and profile')
const UPLOAD = [upload('Photo to upload', 'picture')]

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger'

/** A picture to tell from the default one. */
const PORTRAIT =
  '<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#2f5d50"/></svg>'

/** The navbar: its greeting, its interests, the profile picture and its menu. */
export const profileScenarios = {
  navbarVisitor: asVisitor('The navbar of a visitor', {
    shows: { text: 'Welcome to Catchword', link: ['Login / Register', 'Profile'] },
  }),
  navbarReader: asReader('The navbar of a reader, and the profile page', {
    path: '/profile',
    shows: { heading: 'Catchword', button: 'Profile menu', text: 'Hello, Ada', path: '/profile' },
    lacks: { link: 'Login / Register' },
    note: 'the default picture; the page is the landing page once more',
  }),
  profileMenuOpen: asReader('The profile menu', {
    steps: [press('Profile menu')],
    then: { text: ['Upload Photo', 'Ada', 'Mystery, Sci-Fi', 'Logout'] },
    note: 'a click outside it, Escape and a choice close it; Logout leads to /',
    prepare: withFavorites,
  }),
  nameUnknown: asReader('The name of the reader is not known yet', {
    storage: { user: JSON.stringify({ id: READER.id }), username: null },
    shows: { text: ['Hello', 'Hello, Ada'] },
    note: 'the profile brings it after four seconds',
    responses: [slow(getProfile)],
  }),
  nameVeryLong: asReader('A very long name, in the navbar and in the account dialog', {
    storage: { user: JSON.stringify({ id: READER.id, name: LONG_NAME }), username: LONG_NAME },
    steps: [press('Profile menu'), choose(LONG_NAME)],
    then: { text: `Hello, ${LONG_NAME}`, heading: 'Your account' },
    note: 'cut where there is no more room; nothing scrolls sideways',
    prepare: readerWith({ name: LONG_NAME }),
  }),
  profilePicture: asReader('A profile picture', {
    shows: { button: 'Profile menu' },
    note: 'all green',
    prepare(db, reader) {
      const bytes = new TextEncoder().encode(PORTRAIT)
      db.pictures.set('portrait.svg', { type: 'image/svg+xml', bytes })
      reader.picture = 'portrait.svg'
    },
  }),
  profileFails: asReader('The profile cannot be fetched', {
    shows: { log: 'Profile fetch failed' },
    note: 'the default picture, and no message',
    responses: [failing(getProfile)],
  }),
  navbarPreferencesFail: asReader("The navbar's interests cannot be fetched", {
    shows: { log: 'Profile preferences fetch failed' },
    responses: [failing(getNavbarPreferences)],
  }),
  uploadFails: asReader('A picture cannot be uploaded', {
    steps: UPLOAD,
    then: { log: 'Image upload failed' },
    note: 'the picture as before, and no message',
    responses: [failing(uploadProfileImage)],
  }),
}
