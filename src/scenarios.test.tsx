import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { SightKind } from '../mocks/scenario.ts'
import { SCENARIO_NAMES, scenarios, type ScenarioName } from '../mocks/scenarios.ts'
import { isFull } from '../test/full.ts'
import { playScenario } from './test/playScenario.ts'

describe.runIf(isFull)('a failure that nobody is told of', () => {
  test.each<ScenarioName>([
    'profileFails',
    'navbarPreferencesFail',
    'uploadFails',
    'uploadNotAPicture',
    'uploadTooLarge',
  ])('%s is only logged', async (name) => {
    expect(await playScenario(name)).toEqual([])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe.runIf(isFull)('scenarios laid over each other', () => {
  test.each<[ScenarioName, ScenarioName, ...ScenarioName[]]>([
    ['recommendationsFail', 'profileFails'],
    ['recommendationsEmpty', 'favoriteAuthorsFail', 'navbarPreferencesFail'],
    ['preferencesSaveFails', 'profileFails'],
    ['searchFails', 'recommendationsFail'],
    ['loginRejected', 'guardFavorites'],
    ['profilePicture', 'uploadFails'],
    ['nameVeryLong', 'searchEmpty'],
  ])('%s and %s show what both say', async (...names) => {
    expect(await playScenario(...names)).toEqual([])
  })
})

/** The scenarios that have a sight whose text is this, or begins with it. */
function showing(as: SightKind, text: string): ScenarioName[] {
  return SCENARIO_NAMES.filter((name) =>
    scenarios[name].shows.some(
      (sight) =>
        sight.as === as &&
        (sight.text === text || (text.endsWith(' ') && sight.text.startsWith(text))),
    ),
  )
}

/** The error catalogue of the specification, in its order; a text that ends in a space goes on. */
const ERRORS: readonly [as: SightKind, text: string][] = [
  ['alert', 'An error occurred. Please try again.'],
  ['alert', 'User not authenticated. Please log in.'],
  ['alert', 'Error fetching books.'],
  ['alert', 'User preferences not found or invalid.'],
  ['alert', 'Failed to fetch user preferences.'],
  ['alert', 'Failed to fetch books by favorite authors.'],
  ['alert', 'Failed to save author.'],
  ['alert', 'Failed to save favorite book.'],
  ['alert', 'Error loading the book details.'],
  ['alert', 'User not found. Please log in.'],
  ['alert', 'Failed to load favorite books.'],
  ['alert', 'Failed to update favorite books.'],
  ['alert', 'Error: '],
  ['alert', 'Passwords do not match.'],
  ['alert', 'Please log in to search for books.'],
  ['alert', 'Error fetching data: '],
  ['log', 'Profile fetch failed'],
  ['log', 'Image upload failed'],
  ['log', 'Profile preferences fetch failed'],
]

/** What else the specification has in quotation marks, and the decisions. */
const OTHER_TEXTS: readonly [as: SightKind, text: string][] = [
  ['heading', 'You have found the last world'],
  ['link', 'Go back to Home'],
  ['heading', 'Discover Your Interests'],
  ['status', 'Loading...'],
  ['heading', 'Books by Your Favorite Authors'],
  ['status', 'No books available for this preference.'],
  ['text', 'Unknown Author'],
  ['text', 'No description available.'],
  ['button', 'Scroll to top'],
  ['text', 'N/A'],
  ['text', 'Unknown'],
  ['text', 'No detailed description available.'],
  ['link', 'View PDF'],
  ['link', 'Buy Link'],
  ['link', 'Read Now'],
  ['button', 'Add to favorites'],
  ['button', 'Remove from favorites'],
  ['heading', 'Your Favorite Books'],
  ['status', 'Loading favorite books...'],
  ['status', 'No favorite books yet \u{1F937}\u2640\uFE0F !'],
  ['alert', 'Welcome back, Ada!'],
  ['alert', 'Preferences saved successfully!'],
  ['alert', 'Google sign-in is not set up on this server.'],
  ['alert', 'Registration successful!'],
  ['img', 'Passwords match'],
  ['status', 'No books found.'],
  ['status', 'Check the spelling, or search for the author.'],
  ['link', 'Login / Register'],
  ['text', 'Log in to see your favorites.'],
  ['button', 'Continue to Favorites'],
  ['button', 'Try again'],
]

describe('the texts of the specification', () => {
  test.each(ERRORS)('as %s, %j of the error catalogue is shown by a scenario', async (as, text) => {
    // Every other scenario plays in a browser alone: e2e/scenarios.spec.ts.
    const [name] = showing(as, text)
    if (name === undefined) throw new Error('No scenario shows it.')
    expect(await playScenario(name)).toEqual([])
  })

  test.each(OTHER_TEXTS)('as %s, %j is shown by a scenario', (as, text) => {
    expect(showing(as, text)).not.toEqual([])
  })
})
