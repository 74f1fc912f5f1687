import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../operations.ts'
import { describeAccount } from './accountTests.ts'
import { describeBooks } from './booksTests.ts'
import { createClient, type Backend } from './client.ts'
import { describeFavorites } from './favoritesTests.ts'
import { describeGuard } from './guardTests.ts'
import { describeLibrary } from './libraryTests.ts'
import { describeLists } from './listsTests.ts'
import { describeMarks } from './marksTests.ts'
import { describeOtherPaths } from './otherPathTests.ts'
import { describePasswords } from './passwordTests.ts'
import { describePreferences } from './preferencesTests.ts'
import { describeProfile } from './profileTests.ts'
import { describeRecommendations } from './recommendationsTests.ts'
import { describeSession } from './sessionTests.ts'

const RESOURCES = [
  describeSession,
  describeGuard,
  describePreferences,
  describeBooks,
  describeFavorites,
  describeMarks,
  describeLists,
  describeRecommendations,
  describeLibrary,
  describeProfile,
  describeAccount,
  describePasswords,
  describeOtherPaths,
]

/**
 * The list of what every backend must do, one test each: docs/product.md 7, docs/security.md 1
 * and 2. `open` starts a fresh backend over the books that ship with the project.
 */
export function describeContract(name: string, open: () => Promise<Backend>): void {
  describe(`contract: ${name}`, () => {
    const client = createClient(open)

    for (const describeResource of RESOURCES) describeResource(client)

    test('every operation of the contract was called', () => {
      const operations = OPERATIONS.map(({ schema }) => schema.operationId)
      expect([...client.called].toSorted()).toStrictEqual(operations.toSorted())
    })
  })
}
