import { HttpResponse } from 'msw'
import { CATEGORIES } from '../../contract/categories.ts'
import { getPreferences, savePreferences } from '../../contract/preferences.ts'
import { failing, readerWith, responding, slow, withFavorites } from '../responses.ts'
import type { Scenario, Step } from '../scenario.ts'
import { alert, button, heading, path, press, scenariosOf, status, text } from '../scenarioForm.ts'

const { asReader } = scenariosOf('Interests', '/categories')

const CHOOSE_TRAVEL: readonly Step[] = [press('Travel'), press('Confirm')]

/** The interest picker. */
export const interestScenarios = {
  interestsNone: asReader('Nothing chosen yet', {
    shows: [heading('Discover Your Interests'), text('Nothing chosen yet')],
    note: 'twenty tiles, and Confirm cannot be pressed',
  }),
  interestsSaved: asReader('The saved interests are chosen already', {
    shows: [text('2 of 20 chosen')],
    note: 'Mystery and Sci-Fi stand out and have a check',
    prepare: withFavorites,
  }),
  interestsAll: asReader('All twenty interests chosen', {
    shows: [text('20 of 20 chosen')],
    prepare: readerWith({ preferences: [...CATEGORIES] }),
  }),
  interestsLastRemoved: asReader('The only interest is taken away again', {
    steps: [press('Poetry')],
    shows: [text('1 of 20 chosen'), text('Nothing chosen yet')],
    note: 'Confirm cannot be pressed any more',
    prepare: readerWith({ preferences: ['Poetry'] }),
  }),
  interestsSlow: asReader('The saved interests take four seconds', {
    shows: [status('Loading...'), text('2 of 20 chosen')],
    note: 'twenty skeletons until then',
    ...slow(getPreferences),
    prepare: withFavorites,
  }),
  interestsFetchFails: asReader('The saved interests cannot be fetched', {
    shows: [alert('Failed to fetch user preferences.'), button('Try again')],
    note: 'the tiles can be used all the same',
    ...failing(getPreferences),
  }),
  interestsWrongShape: asReader('The saved interests come in a shape that nobody agreed on', {
    shows: [alert('User preferences not found or invalid.'), button('Try again')],
    ...responding(getPreferences, () => HttpResponse.json({ preferences: 'all' })),
  }),
  preferencesSaved: asReader('Interests are saved', {
    steps: CHOOSE_TRAVEL,
    shows: [
      alert('Preferences saved successfully!'),
      heading('Recommendations'),
      path('/recommendations'),
      heading('Best Travel Books'),
    ],
  }),
  preferencesSaveSlow: asReader('Saving the interests takes four seconds', {
    steps: CHOOSE_TRAVEL,
    shows: [
      text('1 of 20 chosen'),
      alert('Preferences saved successfully!'),
      heading('Recommendations'),
      path('/recommendations'),
    ],
    note: 'Confirm cannot be pressed again until then',
    ...slow(savePreferences),
  }),
  preferencesSaveFails: asReader('Interests cannot be saved', {
    steps: CHOOSE_TRAVEL,
    shows: [alert('An error occurred. Please try again.'), text('1 of 20 chosen')],
    note: 'the choice stays and can be sent again',
    ...failing(savePreferences),
  }),
} satisfies Record<string, Scenario>
