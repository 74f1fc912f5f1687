import type { Browser } from 'playwright'
import { Type, type Static } from 'typebox'
import { CATEGORIES, type Category } from '../../contract/categories.ts'
import { bookAt, signedIn } from '../../e2e/fixtures.ts'
import type { Visitor } from './browser.ts'
import type { Floors } from './floor.ts'

const Bound = Type.Object(
  { times: Type.Optional(Type.Number()), plus: Type.Optional(Type.Number()) },
  { additionalProperties: false },
)

/**
 * What must hold, of figures of one run (../shared/performance.md, section 7): the shape of
 * `bench/ratios.json`.
 */
export const Bounds = Type.Object({
  landing: Type.Object({
    firstPaint: Bound,
    largestPaint: Bound,
    speedIndex: Bound,
    blocking: Bound,
    shift: Bound,
    requests: Bound,
    foreign: Bound,
    errors: Bound,
  }),
  hearts: Type.Object({ next: Bound, longest: Bound, work: Bound, referenceWork: Bound }),
  routes: Type.Object({ largestPaint: Bound, shift: Bound, errors: Bound }),
  silent: Type.Object({ firstPaint: Bound, errors: Bound }),
  reader: Type.Object({
    requestsOfBack: Bound,
    framesElsewhere: Bound,
    preferenceCalls: Bound,
    sameCalls: Bound,
    unseenCalls: Bound,
    searchShift: Bound,
  }),
  memory: Type.Object({ heap: Bound, nodes: Bound }),
})

/** What every part of the bench works with. */
export interface Bench {
  browser: Browser
  /** The real server with the build, without a slash at the end. */
  address: string
  floors: Floors
  bounds: Static<typeof Bounds>
  /** How often each page is measured. */
  runs: number
}

/** How many books the reader of `createReader` has given a heart. */
const FAVORITES = 12

/**
 * Signs somebody up who has these interests and a few favorites, and has seen their recommendations once;
 * gives what a browser keeps of them.
 */
export async function createReader(
  { browser, address }: Pick<Bench, 'browser' | 'address'>,
  interests: readonly Category[],
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: address })
  try {
    const page = await context.newPage()
    const { id, token } = await signedIn(page, { interests })
    for (let place = 0; place < FAVORITES; place += 1) {
      const { id: bookId } = await bookAt(page.request, CATEGORIES[0], place)
      const added = await page.request.post(`/api/user/${id}/favoriteBook`, {
        headers: { authorization: `Bearer ${token}` },
        data: { bookId },
      })
      if (!added.ok()) throw new Error(`A heart was answered with ${added.status()}.`)
    }
    // What the server draws their shelves from a browser keeps only when it has asked for them.
    await page.goto('/recommendations', { waitUntil: 'networkidle' })
    return await context.storageState()
  } finally {
    await context.close()
  }
}
