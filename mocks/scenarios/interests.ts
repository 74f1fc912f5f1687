import { getPreferences, savePreferences } from '../../contract/preferences.ts'
import {
  failing,
  press,
  readerWith,
  scenariosOf,
  withFavorites,
  withJson,
} from '../scenarioForm.ts'

const path = '/categories'
const { asReader } = scenariosOf('Interests', { path })
const choosingTravel = scenariosOf('Interests', {
  path,
  steps: [press('Travel'), press('Confirm')],
})
const SAVED = {
  alert: 'Preferences saved successfully!',
  heading: 'Recommendations',
  path: '/recommendations',
}

/** The interest picker. */
export const interestScenarios = {
  interestsNone: asReader('Nothing chosen yet', {
    shows: { heading: 'Discover Your Interests', text: 'Nothing chosen yet' },
    note: 'twenty tiles, and Confirm cannot be pressed',
  }),
  interestsSaved: asReader('The saved interests are chosen already', {
    shows: { text: '2 of 20 chosen' },
    note: 'Mystery and Sci-Fi stand out and have a check',
    prepare: withFavorites,
  }),
  interestsLastRemoved: asReader('The only interest is taken away again', {
    steps: [press('Poetry')],
    shows: { text: ['1 of 20 chosen', 'Nothing chosen yet'] },
    note: 'Confirm cannot be pressed any more',
    prepare: readerWith({ preferences: ['Poetry'] }),
  }),
  interestsFetchFails: asReader('The saved interests cannot be fetched', {
    shows: { alert: 'Failed to fetch user preferences.', button: 'Try again' },
    note: 'the tiles can be used all the same; Confirm stays disabled until the list is there',
    ...failing(getPreferences),
  }),
  interestsInvalid: asReader('The saved interests have a wrong shape', {
    steps: [press('Travel')],
    shows: { alert: 'User preferences not found or invalid.', button: 'Try again' },
    note: 'Confirm stays disabled until the list is there',
    ...withJson(getPreferences, { preferences: 'all' }),
  }),
  preferencesSaved: choosingTravel.asReader('Interests are saved', {
    shows: { ...SAVED, heading: ['Recommendations', 'Best Travel Books'] },
  }),
  preferencesSaveFails: choosingTravel.asReader('Interests cannot be saved', {
    shows: { alert: 'An error occurred. Please try again.', text: '1 of 20 chosen' },
    note: 'the choice stays and can be sent again',
    ...failing(savePreferences),
  }),
}
