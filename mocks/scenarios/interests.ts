import { HttpResponse } from 'msw'
import { CATEGORIES } from '../../contract/categories.ts'
import { getPreferences, savePreferences } from '../../contract/preferences.ts'
import { answering } from '../address.ts'
import { failing, settle, slow } from '../answers.ts'
import type { Scenario, Step } from '../scenario.ts'

const CHOOSE_TRAVEL: readonly Step[] = [
  { do: 'press', button: 'Travel' },
  { do: 'press', button: 'Confirm' },
]

/** The interest picker. */
export const interestScenarios = {
  interestsNone: {
    title: 'Nothing chosen yet',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    shows: [
      { as: 'heading', text: 'Discover Your Interests' },
      { as: 'text', text: 'Nothing chosen yet' },
    ],
    note: 'twenty tiles, and Confirm cannot be pressed',
  },
  interestsSaved: {
    title: 'The saved interests are chosen already',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    shows: [{ as: 'text', text: '2 of 20 chosen' }],
    note: 'Mystery and Sci-Fi stand out and have a check',
    prepare: settle,
  },
  interestsAll: {
    title: 'All twenty interests chosen',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    shows: [{ as: 'text', text: '20 of 20 chosen' }],
    prepare(_db, reader) {
      reader.preferences = [...CATEGORIES]
    },
  },
  interestsLastTakenAway: {
    title: 'The only interest is taken away again',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Poetry' }],
    shows: [
      { as: 'text', text: '1 of 20 chosen' },
      { as: 'text', text: 'Nothing chosen yet' },
    ],
    note: 'Confirm cannot be pressed any more',
    prepare(_db, reader) {
      reader.preferences = ['Poetry']
    },
  },
  interestsSlow: {
    title: 'The saved interests take four seconds',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    shows: [
      { as: 'status', text: 'Loading...' },
      { as: 'text', text: '2 of 20 chosen' },
    ],
    note: 'twenty skeletons until then',
    handlers: slow(getPreferences),
    prepare: settle,
  },
  interestsFetchFails: {
    title: 'The saved interests cannot be fetched',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'Failed to fetch user preferences.' },
      { as: 'button', text: 'Try again' },
    ],
    note: 'the tiles can be used all the same',
    handlers: failing(getPreferences),
    failsRequests: true,
  },
  interestsWrongShape: {
    title: 'The saved interests come in a shape that nobody agreed on',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User preferences not found or invalid.' },
      { as: 'button', text: 'Try again' },
    ],
    handlers: () => [answering(getPreferences, () => HttpResponse.json({ preferences: 'all' }))],
  },
  preferencesSaved: {
    title: 'Interests are saved',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    steps: CHOOSE_TRAVEL,
    shows: [
      { as: 'alert', text: 'Preferences saved successfully!' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
      { as: 'heading', text: 'Best Travel Books' },
    ],
  },
  preferencesSaveSlow: {
    title: 'Saving the interests takes four seconds',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    steps: CHOOSE_TRAVEL,
    shows: [
      { as: 'text', text: '1 of 20 chosen' },
      { as: 'alert', text: 'Preferences saved successfully!' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
    note: 'Confirm cannot be pressed again until then',
    handlers: slow(savePreferences),
  },
  preferencesSaveFails: {
    title: 'Interests cannot be saved',
    screen: 'Interests',
    path: '/categories',
    session: 'signedIn',
    steps: CHOOSE_TRAVEL,
    shows: [
      { as: 'alert', text: 'An error occurred. Please try again.' },
      { as: 'text', text: '1 of 20 chosen' },
    ],
    note: 'the choice stays and can be sent again',
    handlers: failing(savePreferences),
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>
