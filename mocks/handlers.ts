import { http, HttpResponse, type HttpHandler } from 'msw'
import { Type, type Static } from 'typebox'
import { accountCsv } from '../contract/accountCsv.ts'
import { workIdOf } from '../contract/workId.ts'
import { deleteAccount, exportAccount } from '../contract/account.ts'
import {
  getBook,
  getRecommendedBooks,
  getSeries,
  getSimilarBooks,
  searchBooks,
} from '../contract/books.ts'
import type { Book } from '../contract/books.ts'
import { emailKey } from '../contract/email.ts'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import { plainLine } from '../contract/plainLine.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
  removeFavoriteBook,
} from '../contract/favorites.ts'
import {
  addLibrary,
  getLastImport,
  LibraryListName,
  previewLibrary,
  removeLibrary,
} from '../contract/library.ts'
import {
  AUTHORS_MAX,
  MARKS_MAX,
  NEW_PASSWORD_MAX_LENGTH,
  NEW_PASSWORD_MIN_LENGTH,
  READER_NAME_MAX_LENGTH,
} from '../contract/limits.ts'
import { MARKS } from '../contract/markNames.ts'
import {
  getMarkedBooks,
  getMarks,
  Mark,
  marksReached,
  moveWanted,
  removeMark,
  setMark,
} from '../contract/marks.ts'
import { removeBooks, restoreBooks } from '../contract/lists.ts'
import type { Operation } from '../contract/operation.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../contract/password.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from '../contract/preferences.ts'
import { getProfile, saveLanguage, uploadProfileImage } from '../contract/profile.ts'
import {
  endOtherSessions,
  endSession,
  getSessions,
  login,
  logout,
  register,
} from '../contract/session.ts'
import { getSettings } from '../contract/settings.ts'
import { listedBook, listedRecommendation } from '../contract/shortDescription.ts'
import { LIBRARY_LIST_MAX, LIBRARY_LISTS, perList, type LibraryList } from '../contract/uploads.ts'
import { matchLibrary } from '../books/library/matchLibrary.ts'
import { sameAuthorKey } from '../books/sameAuthor.ts'
import { atOrigin, METHODS } from './address.ts'
import type { FakeUser } from './builders.ts'
import { createSecret, type Db, type FakeSession } from './db.ts'
import { exportOf, ONCE, wholeOrder, wishesInOrder } from './exportOf.ts'
import { createGuard } from './guard.ts'
import { readLibrary, shelfFor } from './library.ts'
import { problem, Problem, problemResponse } from './problem.ts'
import {
  booksByAuthors,
  booksForYou,
  seriesVolumes,
  shelfOf,
  similarBooks,
} from './recommendations.ts'
import {
  checked,
  invalidField,
  readBody,
  readLibraryFile,
  readPicture,
  readQuery,
} from './requests.ts'
import { searchBooksOf } from './search.ts'

interface Call {
  request: Request
  /** A path parameter, decoded. */
  param: (name: string) => string
  /** Headers of the response. */
  headers: Headers
}

/** What a successful response to an operation holds. */
type SuccessOf<O extends Operation> = Static<O['schema']['response'][keyof O['schema']['response']]>

/** A whole response, or what its body holds. */
type Reply<Body> = Body | Response | Promise<Body | Response>

/** A handler that sends a value as JSON and a thrown problem as an error. */
function handler(
  method: 'get' | 'post' | 'put' | 'delete' | 'all',
  path: string,
  reply: (call: Call) => Reply<unknown>,
  status = 200,
): HttpHandler {
  return http[method](atOrigin(path), async ({ request, params }) => {
    const headers = new Headers()
    try {
      const result = await reply({ request, headers, param: (name) => String(params[name]) })
      const type = { 'Content-Type': 'application/json; charset=utf-8' }
      const response =
        result instanceof Response
          ? result
          : new HttpResponse(JSON.stringify(result), { status, headers: type })
      for (const [name, value] of headers) response.headers.append(name, value)
      return response
    } catch (error) {
      if (error instanceof Problem) return problemResponse(error)
      throw error
    }
  })
}

/** The handler of an operation: method, path, parameters and status are those of the contract. */
function handlerOf<O extends Operation, Who>(
  { method, url, schema }: O,
  authorize: (call: Call) => Who,
  reply: (who: Who, call: Call) => Reply<SuccessOf<O>>,
): HttpHandler {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const respond = (call: Call) => {
    const who = authorize(call)
    const params = Object.fromEntries(names.map((name) => [name, call.param(name)]))
    if (schema.params) checked(schema.params, params)
    return reply(who, call)
  }
  return handler(METHODS[method], url, respond, Number(Object.keys(schema.response)[0]))
}

/**
 * The fake backend: one handler per operation of the contract, with the server's statuses, codes and sentences
 * (docs/product.md 7.3), plus covers, pictures, the Google link and the health check.
 * @param isPage a page sends the requests: the database remembers the cookie that its browser would hold, and unknown
 * paths stay unhandled, so that a misspelt one is noticed; else as on the server
 */
export function createHandlers(db: Db, { isPage = false } = {}): HttpHandler[] {
  const guard = createGuard(db, isPage)

  /** An operation for everyone; with a body, from our own pages or from no page at all. */
  const open = <O extends Operation>(operation: O, reply: (call: Call) => Reply<SuccessOf<O>>) =>
    handlerOf(
      operation,
      ({ request }) => operation.schema.body && guard.refuseOtherSites(request),
      (_who, call) => reply(call),
    )

  /** An operation of a reader on what is theirs. */
  const owned = <O extends Operation>(
    operation: O,
    reply: (user: FakeUser, call: Call) => Reply<SuccessOf<O>>,
  ) =>
    handlerOf(
      operation,
      ({ request, headers, param }) => {
        const session = guard.authenticate(request, operation.access)
        const user = db.user(session.userId)
        if (!user) throw problem(401, 'unauthenticated', 'unauthenticated')
        if (operation.url.includes('/:id') && param('id') !== user.id)
          throw problem(403, 'forbidden', 'forbidden')
        guard.renewCookie(request, session, headers)
        return user
      },
      reply,
    )

  /** @throws Problem 404 */
  function bookOf(id: string): Book {
    const book = db.book(id)
    if (book === undefined) throw problem(404, 'not_found', 'bookNotFound')
    return book
  }

  function userOf(email: string): FakeUser | undefined {
    const key = emailKey(email)
    return key === undefined ? key : db.users.find((user) => emailKey(user.email) === key)
  }

  function beginSession(user: FakeUser, { headers }: Call) {
    const session = db.signIn(user)
    guard.setCookie(headers, session)
    return { token: session.token, id: user.id, name: user.name }
  }

  /** The session that a logout ends, if there is one. Other sites are refused: the cookie goes in any case. */
  function sessionToEnd(request: Request): FakeSession | undefined {
    try {
      return guard.authenticate(request, logout.access)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      guard.refuseOtherSites(request)
      return undefined
    }
  }

  /** Ends every session of a reader but that of a token. */
  function endSessions(user: FakeUser, staying?: string): void {
    db.sessions = db.sessions.filter(({ userId, token }) => userId !== user.id || token === staying)
  }

  /** Sets a password; every session of the reader ends but that of a token. */
  function setPassword(user: FakeUser, password: string, staying?: string): void {
    user.password = password
    endSessions(user, staying)
  }

  async function addFavorite(user: FakeUser, { request }: Call) {
    const { bookId, undo } = await readBody(request, addFavoriteBook)
    const { id } = bookOf(bookId)
    const place = placeFor(user, 'favorites', { id, undo })
    endMark(user, id)
    if (!user.favorites.includes(id)) user.favorites.splice(place, 0, id)
    return { message: 'Added to favorites.' }
  }

  function removeFavorite(user: FakeUser, bookId: string): void {
    if (!user.favorites.includes(bookId)) return
    user.ended[bookId] = endedAt('favorites', user.favorites, bookId)
    user.favorites = user.favorites.filter((favorite) => favorite !== bookId)
    leaveImport(user, bookId)
    removeAuthors(user, bookId)
  }

  /** The first authors of books, as hearts save them; those that are new. */
  function addAuthors(user: FakeUser, bookIds: readonly string[]): string[] {
    const stored = new Set(user.favoriteAuthors.map(sameAuthorKey))
    const names = bookIds.flatMap((id) => db.book(id)?.volumeInfo.authors[0] ?? [])
    const authors = [...new Map(names.map((name) => [sameAuthorKey(name), name])).values()]
      .filter((name) => !stored.has(sameAuthorKey(name)))
      .slice(0, AUTHORS_MAX - stored.size)
    user.favoriteAuthors.unshift(...authors)
    return authors
  }

  const saidBy = (user: FakeUser) => ({
    hearts: db.booksOf(user.favorites),
    wantToRead: db.booksOf(user.marks.wantToRead),
    read: db.booksOf(user.marks.read),
    notForMe: db.booksOf(user.marks.notForMe),
  })

  const keysOf = (id: string) => (db.book(id)?.volumeInfo.authors ?? []).map(sameAuthorKey)

  /** With the last favorite by an author that author leaves, too (decision page 0037). */
  function removeAuthors(user: FakeUser, bookId: string): void {
    const staying = new Set(user.favorites.flatMap(keysOf))
    const leaving = new Set(keysOf(bookId).filter((key) => !staying.has(key)))
    user.favoriteAuthors = user.favoriteAuthors.filter((name) => !leaving.has(sameAuthorKey(name)))
  }

  return [
    // Sessions
    open(login, async (call) => {
      const { email, password } = await readBody(call.request, login)
      const user = userOf(email)
      if (!user || !isSamePassword(user.password, password))
        throw problem(401, 'invalid_credentials', 'invalidCredentials')
      return beginSession(user, call)
    }),
    open(register, async (call) => {
      const body = await readBody(call.request, register)
      const { name } = checked(Name, { name: plainLine(body.name) })
      const email = checkedEmail(body.email)
      const password = newPassword(body)
      if (userOf(email)) throw problem(409, 'email_taken', 'emailTaken')
      const user = db.addUser({ id: crypto.randomUUID(), name, email, password })
      const message = `Welcome to Catchword, ${name}! Your account is ready.`
      return { ...beginSession(user, call), message }
    }),
    open(logout, ({ request, headers }) => {
      const ended = sessionToEnd(request)
      db.sessions = db.sessions.filter((session) => session !== ended)
      guard.setCookie(headers)
      return { message: 'You are logged out.' }
    }),
    owned(getSessions, ({ id: reader }, { request }) =>
      db.sessions
        .filter(({ userId }) => userId === reader)
        .map(({ id, browser, system, token }) => {
          const isCurrent = token === tokenOf(request)
          return { id, browser, system, createdAt: ONCE, lastSeenAt: ONCE, isCurrent }
        }),
    ),
    owned(endOtherSessions, (user, { request }) => {
      endSessions(user, tokenOf(request))
      return { message: 'All other sessions have ended.' }
    }),
    owned(endSession, (user, { param }) => {
      const id = param('sessionId')
      db.sessions = db.sessions.filter((one) => one.userId !== user.id || one.id !== id)
      return { message: 'The session has ended.' }
    }),
    // Passwords and the language, before `PUT /api/user/:id`, which their address is like
    open(getSettings, () => ({ passwordReset: db.sendsMail })),
    open(requestPasswordReset, async ({ request }) => {
      const { email } = await readBody(request, requestPasswordReset)
      if (!db.sendsMail) throw problem(503, 'mail_off', 'mailOff')
      const user = userOf(checkedEmail(email))
      if (user && user.password !== '') db.resetTokens.set(createSecret(), user.id)
      return { message: 'If there is an account with this email, a link is on its way.' }
    }),
    open(resetPassword, async ({ request }) => {
      const body = await readBody(request, resetPassword)
      const user = db.user(db.resetTokens.get(body.token) ?? '')
      if (!user) throw problem(400, 'reset_link_invalid', 'resetLinkInvalid')
      setPassword(user, newPassword(body))
      db.resetTokens = new Map([...db.resetTokens].filter(([, userId]) => userId !== user.id))
      return { message: 'Your password has been changed. Please log in.' }
    }),
    owned(changePassword, async (user, { request }) => {
      const body = await readBody(request, changePassword)
      if (!isSamePassword(user.password, body.currentPassword))
        throw problem(403, 'wrong_password', 'notYourPassword')
      setPassword(user, newPassword(body), tokenOf(request))
      return { message: 'Your password has been changed.' }
    }),
    owned(saveLanguage, async (user, { request }) => {
      user.language = (await readBody(request, saveLanguage)).language
      return { message: 'Language saved.' }
    }),
    // Interests
    owned(savePreferences, async (user, { request }) => {
      const { preferences } = await readBody(request, savePreferences)
      user.preferences = preferences
      return { message: 'Preferences saved successfully!', preferences }
    }),
    owned(getPreferences, ({ preferences }) => ({ preferences })),
    owned(getNavbarPreferences, ({ preferences }) => ({ preferences })),
    // Favorites
    owned(getFavoriteAuthors, (user) =>
      booksByAuthors(db.books, user.favoriteAuthors, saidBy(user)).map(listedBook),
    ),
    owned(getForYou, (user) => booksForYou(db.books, saidBy(user)).map(listedRecommendation)),
    owned(addFavoriteAuthor, async (user, { request }) => {
      const author = plainLine((await readBody(request, addFavoriteAuthor)).author)
      if (author === '') throw invalidField('author', 'required', 'Author is required.')
      const { favoriteAuthors } = user
      const key = sameAuthorKey(author)
      if (favoriteAuthors.find((name) => sameAuthorKey(name) === key) !== author)
        user.favoriteAuthors = [author, ...favoriteAuthors.filter((name) => name !== author)]
      return { message: 'Author saved.' }
    }),
    owned(addFavoriteBook, addFavorite),
    owned(addFavoriteBookFromDetail, addFavorite),
    owned(getFavoriteBooks, ({ favorites }) => db.booksOf(favorites).map(listedBook)),
    owned(removeFavoriteBook, (user, { param }) => {
      removeFavorite(user, param('bookId'))
      return { message: 'Removed from favorites.' }
    }),
    // Marks
    owned(getMarks, (user) => {
      const marks = { ...user.marks, wantToRead: wishesInOrder(user) }
      const editions = Map.groupBy(db.books, workIdOf)
      const works = db
        .booksOf(MARKS.flatMap((mark) => marks[mark]))
        .map((book) => [book.id, workIdOf(book)] as const)
        .filter(([, work]) => (editions.get(work)?.length ?? 0) > 1)
      return { ...marks, works: Object.fromEntries(works) }
    }),
    owned(getMarkedBooks, ({ marks }, { param }) => {
      const mark = checked(Mark, param('mark'))
      return db.booksOf(marks[mark]).map(listedBook)
    }),
    owned(setMark, async (user, { request, param }) => {
      const { mark, undo } = await readBody(request, setMark)
      const { id } = bookOf(param('bookId'))
      if (user.marks[mark].includes(id)) return { message: 'Marked.' }
      if (user.marks[mark].length >= MARKS_MAX)
        throw new Problem(409, 'quota_reached', marksReached(mark))
      const place = placeFor(user, mark, { id, undo })
      endMark(user, id)
      removeFavorite(user, id)
      user.marks[mark].splice(place, 0, id)
      return { message: 'Marked.' }
    }),
    owned(moveWanted, async (user, { request, param }) => {
      const { after } = await readBody(request, moveWanted)
      const id = param('bookId')
      const isThere = (wish: string) => user.marks.wantToRead.includes(wish)
      if (![id, after ?? id].every(isThere)) throw problem(404, 'not_found', 'notOnList')
      if (after === id) return { message: 'Moved.' }
      const others = wholeOrder(user).filter((wish) => wish !== id)
      const place = after === null ? 0 : others.indexOf(after) + 1
      user.wishOrder = others.toSpliced(place, 0, id)
      return { message: 'Moved.' }
    }),
    owned(removeMark, (user, { param }) => {
      endMark(user, param('bookId'))
      return { message: 'The mark is gone.' }
    }),
    // Many at once
    owned(removeBooks, async (user, { request, param }) => {
      const list = checked(LibraryListName, param('list'))
      const { bookIds } = await readBody(request, removeBooks)
      // From the first to the last: with fewer behind it, the later one is given back before.
      for (const id of listsOf(user)[list].filter((id) => bookIds.includes(id))) {
        if (list === 'favorites') removeFavorite(user, id)
        else endMark(user, id)
      }
      return { message: 'Removed.' }
    }),
    owned(restoreBooks, async (user, { request, param }) => {
      const list = checked(LibraryListName, param('list'))
      const { bookIds } = await readBody(request, restoreBooks)
      const followers = (id: string) => user.ended[id]?.followers ?? Infinity
      for (const id of bookIds.toReversed().toSorted((a, b) => followers(a) - followers(b))) {
        const isTaken = Object.values(listsOf(user)).some((ids) => ids.includes(id))
        if (isTaken || !db.book(id) || roomIn(user, list) <= 0) continue
        listsOf(user)[list].splice(placeFor(user, list, { id, undo: true }), 0, id)
        if (list === 'favorites') addAuthors(user, [id])
      }
      return { bookIds: bookIds.filter((id) => listsOf(user)[list].includes(id)) }
    }),
    // Books
    open(getRecommendedBooks, ({ request }) => {
      const { preference, startIndex } = readQuery(request, getRecommendedBooks)
      return shelfOf(db.books, preference, startIndex).map(listedBook)
    }),
    open(getBook, ({ param }) => bookOf(param('id'))),
    open(getSimilarBooks, ({ param }) =>
      similarBooks(db.books, bookOf(param('id'))).map(listedRecommendation),
    ),
    open(getSeries, ({ param }) => seriesVolumes(db.books, bookOf(param('id'))).map(listedBook)),
    open(searchBooks, ({ request }) => {
      const query = plainLine(readQuery(request, searchBooks).query)
      if (query === '') throw invalidField('query', 'minLength', 'Query is required.')
      return searchBooksOf(db.books, query)
    }),
    // Profile
    owned(getProfile, ({ id, name, email, picture, password, language }) => {
      const profileImage = picture === null ? null : `/media/${picture}`
      return { profileImage, id, name, email, hasPassword: password !== '', language }
    }),
    owned(uploadProfileImage, async (user, { request }) => {
      const picture = await readPicture(request)
      db.pictures.delete(user.picture ?? '')
      user.picture = `${crypto.randomUUID()}.webp`
      db.pictures.set(user.picture, picture)
      return { profileImageUrl: `/media/${user.picture}` }
    }),
    // The account
    owned(exportAccount, (user, { request, headers }) => {
      const { format } = readQuery(request, exportAccount)
      headers.set('Content-Disposition', `attachment; filename="catchword-account.${format}"`)
      headers.set('Cache-Control', 'no-store')
      const stored = exportOf(db, user)
      if (format === 'json') return stored
      const type = { 'Content-Type': 'text/csv; charset=utf-8; header=present' }
      const table = accountCsv({ ...stored, favorites: stored.favoriteBooks })
      return new HttpResponse(table, { headers: type })
    }),
    owned(deleteAccount, async (user, { request, headers }) => {
      const { password } = await readBody(request, deleteAccount)
      if (user.password !== '' && !isSamePassword(user.password, password ?? '')) {
        const text = password === undefined ? 'passwordNeeded' : 'wrongPassword'
        throw problem(403, 'wrong_password', text)
      }
      db.users = db.users.filter((other) => other !== user)
      db.sessions = db.sessions.filter(({ userId }) => userId !== user.id)
      db.pictures.delete(user.picture ?? '')
      guard.setCookie(headers)
      return { message: 'Your account and everything in it has been deleted.' }
    }),
    // Libraries
    owned(previewLibrary, async (user, { request }) => {
      const table = await readLibrary(await readLibraryFile(request))
      const lists = listsOf(user)
      const byWork = LIBRARY_LISTS.flatMap((list) =>
        lists[list].map((id) => [db.book(id)?.workId ?? id, { id, list }] as const),
      )
      const room = perList((list) => roomIn(user, list))
      return matchLibrary(table, shelfFor(db.books), { byWork: new Map(byWork), room })
    }),
    owned(addLibrary, async (user, { request }) => {
      const { program, ...body } = await readBody(request, addLibrary)
      const known = new Set(Object.values(listsOf(user)).flat())
      const add = (list: LibraryList) => {
        const fresh = [...new Set(body[list])].filter((id) => db.book(id) && !known.has(id))
        for (const id of fresh) known.add(id)
        const added = fresh.slice(0, roomIn(user, list))
        if (list === 'wantToRead')
          user.wishOrder = user.wishOrder.filter((id) => !added.includes(id))
        listsOf(user)[list].unshift(...added)
        return added
      }
      const lists = perList(add)
      const change = { ...lists, authors: addAuthors(user, lists.favorites) }
      if (LIBRARY_LISTS.some((list) => change[list].length > 0))
        user.lastImport = structuredClone({ program, ...change })
      return change
    }),
    owned(getLastImport, ({ lastImport: last }) => {
      if (!last || LIBRARY_LISTS.every((list) => last[list].length === 0)) return { import: null }
      const counts = perList((list) => last[list].length)
      return { import: { program: last.program, addedAt: new Date().toISOString(), ...counts } }
    }),
    owned(removeLibrary, (user) => {
      const { lastImport, marks } = user
      if (lastImport) {
        const isLeft = (id: string) => !LIBRARY_LISTS.some((list) => lastImport[list].includes(id))
        user.favorites = user.favorites.filter(isLeft)
        for (const mark of MARKS) marks[mark] = marks[mark].filter(isLeft)
        const staying = new Set(user.favorites.flatMap(keysOf))
        user.favoriteAuthors = user.favoriteAuthors.filter(
          (name) => !lastImport.authors.includes(name) || staying.has(sameAuthorKey(name)),
        )
        user.lastImport = null
      }
      return { message: 'The import has been taken back.' }
    }),
    // Beside the contract
    handler('get', '/covers/:id', async ({ param }) => {
      const { id, volumeInfo } = bookOf(param('id'))
      // Loaded with the first cover: few tests need it.
      const { renderCover } = await import('../covers/renderCover.ts')
      return new HttpResponse(renderCover({ id, ...volumeInfo }), {
        headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' },
      })
    }),
    handler('get', '/media/:name', ({ param }) => {
      const picture = db.pictures.get(param('name')) ?? notFound()
      return new HttpResponse(picture.bytes, { headers: { 'Content-Type': picture.type } })
    }),
    handler('get', '/api/auth/google', () => {
      const headers = { Location: '/login?authError=google_not_configured' }
      return new HttpResponse(null, { status: 303, headers })
    }),
    handler('get', '/healthz', () => ({ status: 'ok' })),
    ...(isPage ? [] : [handler('all', '/api/*', notFound)]),
  ]
}

/** @throws Problem 404 */
function notFound(): never {
  throw problem(404, 'not_found', 'pathNotFound')
}

/** The token of a request that the guard has let in. */
const tokenOf = ({ headers }: Request) => headers.get('Authorization')?.replace(/^Bearer +/i, '')

/** What the reader has changed since is no part of an import any more. */
function leaveImport({ lastImport }: FakeUser, bookId: string): void {
  if (!lastImport) return
  for (const list of LIBRARY_LISTS)
    lastImport[list] = lastImport[list].filter((id) => id !== bookId)
}

const listsOf = ({ favorites, marks }: FakeUser) => ({ favorites, ...marks })
const roomIn = (user: FakeUser, list: LibraryList) =>
  LIBRARY_LIST_MAX[list] - listsOf(user)[list].length

/** Where a book is in a list that it leaves. */
const endedAt = (list: LibraryList, ids: readonly string[], bookId: string) => ({
  list,
  followers: ids.length - ids.indexOf(bookId) - 1,
})

/** Where a book comes in a list: first, or where it was, with `undo`. */
function placeFor(
  user: FakeUser,
  list: LibraryList,
  { id, undo }: { id: string; undo?: boolean | undefined },
): number {
  const ended = user.ended[id]
  if (undo && ended?.list === list) return Math.max(0, listsOf(user)[list].length - ended.followers)
  if (list === 'wantToRead') user.wishOrder = user.wishOrder.filter((wish) => wish !== id)
  return 0
}

/** Takes away whatever mark a book has. */
function endMark(user: FakeUser, bookId: string): void {
  const { marks } = user
  const mark = MARKS.find((mark) => marks[mark].includes(bookId))
  if (!mark) return
  leaveImport(user, bookId)
  user.ended[bookId] = endedAt(mark, marks[mark], bookId)
  if (mark === 'wantToRead') user.wishOrder = wholeOrder(user)
  marks[mark] = marks[mark].filter((id) => id !== bookId)
}

/** The name of an account. */
const Name = Type.Object({ name: Type.String({ minLength: 1, maxLength: READER_NAME_MAX_LENGTH }) })

/** Compatibility forms of the same characters are the same password. */
const isSamePassword = (one: string, other: string): boolean =>
  one.normalize('NFKC') === other.normalize('NFKC')

/** @throws Problem 400 `invalid_request`. */
function checkedEmail(text: string): string {
  const email = plainLine(text)
  if (emailKey(email) === undefined) throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
  return email
}

/** The password that a body has twice, without the server's list of common ones. @throws Problem 400. */
function newPassword({ password, confirmPassword }: { password: string; confirmPassword: string }) {
  if (password !== confirmPassword) throw problem(400, 'passwords_differ', 'passwordsDiffer')
  const { length } = Array.from(password)
  const isShort = length < NEW_PASSWORD_MIN_LENGTH
  if (isShort || length > NEW_PASSWORD_MAX_LENGTH) {
    const text = isShort ? ERROR_TEXTS.passwordTooShort : ERROR_TEXTS.passwordTooLong
    const count = isShort ? NEW_PASSWORD_MIN_LENGTH : NEW_PASSWORD_MAX_LENGTH
    throw new Problem(400, 'password_rejected', { text, values: { count } })
  }
  return password
}
