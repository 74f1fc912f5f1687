import { CATEGORIES } from '../../contract/categories.ts'
import { getPreferences, savePreferences } from '../../contract/preferences.ts'
import { failing, press, scenariosOf, withFavorites } from '../scenarioForm.ts'

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
    note: 'a tile for each interest, and Confirm cannot be pressed',
  }),
  interestsSaved: asReader('The saved interests are chosen already', {
    shows: { text: `2 of ${CATEGORIES.length} chosen` },
    note: 'Mystery and Sci-Fi stand out and have a check',
    prepare: withFavorites,
  }),
  interestsFetchFails: asReader('The saved interests cannot be fetched', {
    shows: { alert: 'Failed to fetch user preferences.', button: 'Try again' },
    note: 'the tiles can be used all the same; Confirm stays disabled until the list is there',
    responses: [failing(getPreferences)],
  }),
  preferencesSaved: choosingTravel.asReader('Interests are saved', {
    then: { ...SAVED, heading: ['Recommendations', 'Best Travel Books'] },
  }),
  preferencesSaveFails: choosingTravel.asReader('Interests cannot be saved', {
    then: {
      alert: 'An error occurred. Please try again.',
      text: `1 of ${CATEGORIES.length} chosen`,
    },
    note: 'the choice stays and can be sent again',
    responses: [failing(savePreferences)],
  }),
}
