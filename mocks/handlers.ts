import { http, HttpResponse, type HttpHandler } from 'msw'
import type { Static } from 'typebox'
import { accountCsv } from '../contract/accountCsv.ts'
import { deleteAccount, exportAccount } from '../contract/account.ts'
import { getBook, getRecommendedBooks, getSimilarBooks, searchBooks } from '../contract/books.ts'
import type { Book } from '../contract/books.ts'
import { emailKey } from '../contract/email.ts'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import { fold, plainLine } from '../contract/fold.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
  removeFavoriteBook,
} from '../contract/favorites.ts'
import { addLibrary, previewLibrary, removeLibrary } from '../contract/library.ts'
import {
  AUTHORS_MAX,
  FAVORITES_MAX,
  NEW_PASSWORD_MAX_LENGTH,
  NEW_PASSWORD_MIN_LENGTH,
  READER_NAME_MAX_LENGTH,
} from '../contract/limits.ts'
import type { Operation } from '../contract/operation.ts'
import {
  changePassword,
  getSettings,
  requestPasswordReset,
  resetPassword,
} from '../contract/password.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from '../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../contract/profile.ts'
import { login, logout, register } from '../contract/session.ts'
import { matchLibrary } from '../server/library/matchLibrary.ts'
import { atOrigin, METHODS } from './address.ts'
import type { FakeUser } from './builders.ts'
import { createSecret, type Db, type FakeSession } from './db.ts'
import { exportOf } from './exportOf.ts'
import { createGuard } from './guard.ts'
import { readLibrary, shelfFor } from './library.ts'
import { Problem, problemResponse } from './problem.ts'
import { booksForYou, shelfOf, similarBooks } from './recommendations.ts'
import {
  checked,
  invalidField,
  readJson,
  readLibraryFile,
  readPicture,
  readQuery,
} from './requests.ts'
import { searchBooksOf } from './search.ts'

const SEARCH_LIMIT = 20
const AUTHOR_BOOKS_LIMIT = 20
const LIBRARY_BODY_MAX_BYTES = 512 * 1024

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

/** The handler of an operation: method, path and status are those of the contract. */
function handlerOf(operation: Operation, reply: (call: Call) => Reply<unknown>): HttpHandler {
  const [status] = Object.keys(operation.schema.response)
  return handler(METHODS[operation.method], operation.url, reply, Number(status))
}

/** @throws Problem 400 where a path parameter breaks the operation's schema. */
function checkParams({ url, schema }: Operation, { param }: Call): void {
  const names = url.matchAll(/:(\w+)/g).map(([, name = '']) => name)
  if (schema.params)
    checked(schema.params, Object.fromEntries(names.map((name) => [name, param(name)])))
}

/** An operation for everyone. */
function open<O extends Operation>(
  operation: O,
  reply: (call: Call) => Reply<SuccessOf<O>>,
): HttpHandler {
  return handlerOf(operation, (call) => {
    checkParams(operation, call)
    return reply(call)
  })
}

/**
 * The fake backend: one handler per operation of the contract, with the server's statuses, codes and sentences
 * (docs/product.md 7.3), plus covers, pictures, the Google link and the health check.
 * @param isPage a page sends the requests: the database remembers the cookie that its browser would hold, and unknown
 * paths stay unhandled, so that a misspelt one is noticed; else as on the server
 */
export function createHandlers(db: Db, { isPage = false } = {}): HttpHandler[] {
  const guard = createGuard(db, isPage)

  /** An operation of a reader on what is theirs. */
  function owned<O extends Operation>(
    operation: O,
    reply: (user: FakeUser, call: Call) => Reply<SuccessOf<O>>,
  ): HttpHandler {
    return handlerOf(operation, (call) => {
      const session = guard.authenticate(call.request, operation.access)
      const user = db.user(session.userId)
      if (!user) throw new Problem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
      if (operation.url.includes('/:id') && call.param('id') !== user.id) {
        throw new Problem(403, 'forbidden', ERROR_TEXTS.forbidden)
      }
      checkParams(operation, call)
      guard.renewCookie(call.request, session, call.headers)
      return reply(user, call)
    })
  }

  function knownBook(id: string): Book {
    const book = db.book(id)
    if (book === undefined) throw new Problem(404, 'not_found', ERROR_TEXTS.bookNotFound)
    return book
  }

  function userOf(email: string): FakeUser | undefined {
    const key = emailKey(email)
    return key === undefined ? key : db.users.find((user) => emailKey(user.email) === key)
  }

  function beginSession(user: FakeUser, { headers }: Call) {
    const session = db.signIn(user)
    guard.giveCookie(headers, session)
    return { token: session.token, id: user.id, name: user.name }
  }

  /** The session that a logout ends, if there is one. Other sites are refused: the cookie goes in any case. */
  function sessionToEnd(request: Request): FakeSession | undefined {
    try {
      return guard.authenticate(request, logout.access)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      const { headers } = request
      if (headers.has('Sec-Fetch-Site') || headers.has('Origin')) guard.checkSite(request)
      return undefined
    }
  }

  const session = [
    open(login, async (call) => {
      refuseOtherSites(call)
      const { email, password } = await readJson(call.request, login.schema.body)
      const user = userOf(email)
      if (!user || !isSamePassword(user.password, password)) {
        throw new Problem(401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials)
      }
      return beginSession(user, call)
    }),
    open(register, async (call) => {
      refuseOtherSites(call)
      const body = await readJson(call.request, register.schema.body)
      const name = checkedName(body.name)
      const email = checkedEmail(body.email)
      const password = newPassword(body)
      if (userOf(email)) throw new Problem(409, 'email_taken', ERROR_TEXTS.emailTaken)
      const user = db.addUser({ id: crypto.randomUUID(), name, email, password })
      const message = `Welcome to Catchword, ${name}! Your account is ready.`
      return { ...beginSession(user, call), message }
    }),
    open(logout, ({ request, headers }) => {
      const ended = sessionToEnd(request)
      db.sessions = db.sessions.filter((session) => session !== ended)
      guard.expireCookie(headers)
      return { message: 'You are logged out.' }
    }),
  ]

  const preferences = [
    owned(savePreferences, async (user, { request }) => {
      const body = await readJson(request, savePreferences.schema.body)
      user.preferences = body.preferences
      return { message: 'Preferences saved successfully!', preferences: body.preferences }
    }),
    owned(getPreferences, ({ preferences }) => ({ preferences })),
    owned(getNavbarPreferences, ({ preferences }) => ({ preferences })),
  ]

  async function addFavorite(user: FakeUser, { request }: Call) {
    const { bookId } = await readJson(request, addFavoriteBook.schema.body)
    const book = knownBook(bookId)
    if (!user.favorites.includes(book.id)) user.favorites.unshift(book.id)
    return { message: 'Added to favorites.' }
  }

  const authorsOf = (id: string) => (db.book(id)?.volumeInfo.authors ?? []).map(fold)

  /** With the last favorite by an author that author leaves, too (decision page 0037). */
  function leaveAuthors(user: FakeUser, bookId: string): void {
    const staying = new Set(user.favorites.flatMap(authorsOf))
    const leaving = new Set(authorsOf(bookId).filter((author) => !staying.has(author)))
    user.favoriteAuthors = user.favoriteAuthors.filter((author) => !leaving.has(fold(author)))
  }

  const favoriteBooks = (user: FakeUser): Book[] =>
    user.favorites.map((id) => db.book(id)).filter((book) => book !== undefined)

  const favorites = [
    owned(getFavoriteAuthors, (user) => {
      const names = new Set(user.favoriteAuthors.map(fold))
      const foreign = db.books.filter(({ volumeInfo }) =>
        volumeInfo.authors.some((author) => names.has(fold(author))),
      )
      const unread = foreign.filter((book) => !user.favorites.includes(book.id))
      return unread.slice(0, AUTHOR_BOOKS_LIMIT)
    }),
    owned(getForYou, (user) => booksForYou(db.books, favoriteBooks(user))),
    owned(addFavoriteAuthor, async (user, { request }) => {
      const author = plainLine((await readJson(request, addFavoriteAuthor.schema.body)).author)
      if (author === '') throw invalidField('author', 'required', 'Author is required.')
      if (!user.favoriteAuthors.includes(author)) user.favoriteAuthors.unshift(author)
      return { message: 'Author saved.' }
    }),
    owned(addFavoriteBook, addFavorite),
    owned(addFavoriteBookFromDetail, addFavorite),
    owned(getFavoriteBooks, favoriteBooks),
    owned(removeFavoriteBook, (user, { param }) => {
      const id = param('bookId')
      if (user.favorites.includes(id)) {
        user.favorites = user.favorites.filter((favorite) => favorite !== id)
        leaveAuthors(user, id)
      }
      return { message: 'Removed from favorites.' }
    }),
  ]

  const books = [
    open(getRecommendedBooks, ({ request }) => {
      const query = readQuery(request, getRecommendedBooks.schema.querystring)
      return shelfOf(db.books, query.preference, query.startIndex)
    }),
    open(getBook, ({ param }) => knownBook(param('id'))),
    open(getSimilarBooks, ({ param }) => similarBooks(db.books, knownBook(param('id')))),
    open(searchBooks, ({ request }) => {
      const query = plainLine(readQuery(request, searchBooks.schema.querystring).query)
      if (query === '') throw invalidField('query', 'minLength', 'Query is required.')
      return { data: searchBooksOf(db.books, query, SEARCH_LIMIT) }
    }),
  ]

  const profile = [
    owned(getProfile, ({ id, name, picture, password }) => ({
      profileImage: picture === null ? null : `/media/${picture}`,
      id,
      name,
      hasPassword: password !== '',
    })),
    owned(uploadProfileImage, async (user, { request }) => {
      const picture = await readPicture(request)
      if (user.picture !== null) db.pictures.delete(user.picture)
      user.picture = `${crypto.randomUUID()}.webp`
      db.pictures.set(user.picture, picture)
      return { profileImageUrl: `/media/${user.picture}` }
    }),
  ]

  const account = [
    owned(exportAccount, (user, { request }) => {
      const { format } = readQuery(request, exportAccount.schema.querystring)
      const held = exportOf(db, user)
      const isTable = format === 'csv'
      return new HttpResponse(isTable ? accountCsv(held) : JSON.stringify(held), {
        headers: {
          'Content-Type': isTable
            ? 'text/csv; charset=utf-8; header=present'
            : 'application/json; charset=utf-8',
          'Content-Disposition': `attachment; filename="catchword-account.${format}"`,
          'Cache-Control': 'no-store',
        },
      })
    }),
    owned(deleteAccount, async (user, { request, headers }) => {
      const { password } = await readJson(request, deleteAccount.schema.body)
      if (user.password !== '' && !isSamePassword(user.password, password ?? '')) {
        const text = password === undefined ? 'passwordNeeded' : 'wrongPassword'
        throw new Problem(403, 'wrong_password', ERROR_TEXTS[text])
      }
      db.users = db.users.filter((other) => other !== user)
      db.sessions = db.sessions.filter(({ userId }) => userId !== user.id)
      if (user.picture !== null) db.pictures.delete(user.picture)
      guard.expireCookie(headers)
      return { message: 'Your account and everything in it is deleted.' }
    }),
  ]

  /** Sets a password; every session of the reader ends but `staying`. */
  function setPassword(user: FakeUser, password: string, staying?: string): void {
    user.password = password
    db.sessions = db.sessions.filter(({ userId, token }) => userId !== user.id || token === staying)
  }

  const passwords = [
    open(getSettings, () => ({ passwordReset: db.sendsMail })),
    open(requestPasswordReset, async (call) => {
      refuseOtherSites(call)
      const { email } = await readJson(call.request, requestPasswordReset.schema.body)
      if (!db.sendsMail) throw new Problem(503, 'mail_off', ERROR_TEXTS.mailOff)
      const user = userOf(checkedEmail(email))
      if (user && user.password !== '') db.resetTokens.set(createSecret(), user.id)
      return { message: 'If there is an account with this email, a link is on its way to it.' }
    }),
    open(resetPassword, async (call) => {
      refuseOtherSites(call)
      const body = await readJson(call.request, resetPassword.schema.body)
      const user = db.user(db.resetTokens.get(body.token) ?? '')
      if (!user) throw new Problem(400, 'reset_link_invalid', ERROR_TEXTS.resetLinkInvalid)
      setPassword(user, newPassword(body))
      for (const [token, userId] of db.resetTokens) {
        if (userId === user.id) db.resetTokens.delete(token)
      }
      return { message: 'Your password is changed. Please log in.' }
    }),
    owned(changePassword, async (user, { request }) => {
      const body = await readJson(request, changePassword.schema.body)
      if (!isSamePassword(user.password, body.currentPassword)) {
        throw new Problem(403, 'wrong_password', ERROR_TEXTS.notYourPassword)
      }
      const token = request.headers.get('Authorization')?.replace(/^Bearer /i, '')
      setPassword(user, newPassword(body), token)
      return { message: 'Your password is changed.' }
    }),
  ]

  const workOf = (id: string): string => db.book(id)?.workId ?? id

  const library = [
    owned(previewLibrary, async (user, { request }) => {
      const table = await readLibrary(await readLibraryFile(request))
      return matchLibrary(table, shelfFor(db.books), {
        byWork: new Map(user.favorites.map((id) => [workOf(id), id])),
        room: FAVORITES_MAX - user.favorites.length,
      })
    }),
    owned(addLibrary, async (user, { request }) => {
      const body = await readJson(request, addLibrary.schema.body, LIBRARY_BODY_MAX_BYTES)
      const fresh = [...new Set(body.bookIds)].filter(
        (id) => db.book(id) !== undefined && !user.favorites.includes(id),
      )
      const bookIds = fresh.slice(0, FAVORITES_MAX - user.favorites.length)
      const known = new Set(user.favoriteAuthors.map(fold))
      const names = bookIds.flatMap((id) => db.book(id)?.volumeInfo.authors[0] ?? [])
      const authors = [...new Set(names)]
        .filter((name) => !known.has(fold(name)))
        .slice(0, AUTHORS_MAX - user.favoriteAuthors.length)
      user.favorites.unshift(...bookIds)
      user.favoriteAuthors.unshift(...authors)
      return { bookIds, authors }
    }),
    owned(removeLibrary, async (user, { request }) => {
      const body = await readJson(request, removeLibrary.schema.body, LIBRARY_BODY_MAX_BYTES)
      user.favorites = user.favorites.filter((id) => !body.bookIds.includes(id))
      user.favoriteAuthors = user.favoriteAuthors.filter((name) => !body.authors.includes(name))
      return { message: 'Removed from favorites.' }
    }),
  ]

  const others = [
    handler('get', '/covers/:id', async ({ param }) => {
      const { id, volumeInfo } = knownBook(param('id'))
      // Loaded with the first cover: few tests need it.
      const { renderCover } = await import('../server/covers/renderCover.ts')
      return new HttpResponse(renderCover({ id, ...volumeInfo }), {
        headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' },
      })
    }),
    handler('get', '/media/:name', ({ param }) => {
      const picture = db.pictures.get(param('name'))
      if (picture === undefined) throw new Problem(404, 'not_found', ERROR_TEXTS.pathNotFound)
      return new HttpResponse(picture.bytes, { headers: { 'Content-Type': picture.type } })
    }),
    handler('get', '/api/auth/google', () => {
      const headers = { Location: '/login?authError=google_not_configured' }
      return new HttpResponse(null, { status: 303, headers })
    }),
    handler('get', '/healthz', () => ({ status: 'ok' })),
  ]

  const unknown = handler('all', '/api/*', () => {
    throw new Problem(404, 'not_found', ERROR_TEXTS.pathNotFound)
  })

  return [
    ...session,
    // Before `PUT /api/user/:id`, which their address is like.
    ...passwords,
    ...preferences,
    ...favorites,
    ...books,
    ...profile,
    ...account,
    ...library,
    ...others,
    ...(isPage ? [] : [unknown]),
  ]
}

/** A login is taken from our own pages and from no page at all. @throws Problem 403 `cross_site`. */
function refuseOtherSites({ request }: Call): void {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none') {
    throw new Problem(403, 'cross_site', ERROR_TEXTS.crossSite)
  }
}

/** Compatibility forms of the same characters are the same password. */
const isSamePassword = (one: string, other: string): boolean =>
  one.normalize('NFKC') === other.normalize('NFKC')

/** @throws Problem 400 `invalid_request`. */
function checkedName(text: string): string {
  const name = plainLine(text)
  if (name === '') throw invalidField('name', 'required', 'Name is required.')
  if (Array.from(name).length > READER_NAME_MAX_LENGTH) {
    const message = `Name can have at most ${READER_NAME_MAX_LENGTH} characters.`
    throw invalidField('name', 'maxLength', message)
  }
  return name
}

/** @throws Problem 400 `invalid_request`. */
function checkedEmail(text: string): string {
  const email = plainLine(text)
  if (emailKey(email) === undefined) throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
  return email
}

/** The password that a body has twice, without the server's list of common ones (decision 22). @throws Problem 400. */
function newPassword({ password, confirmPassword }: { password: string; confirmPassword: string }) {
  if (password !== confirmPassword) {
    throw new Problem(400, 'passwords_differ', ERROR_TEXTS.passwordsDiffer)
  }
  const { length } = Array.from(password)
  if (length < NEW_PASSWORD_MIN_LENGTH) {
    const text = `The password needs at least ${NEW_PASSWORD_MIN_LENGTH} characters.`
    throw new Problem(400, 'password_rejected', text)
  }
  if (length > NEW_PASSWORD_MAX_LENGTH) {
    const text = `The password can have at most ${NEW_PASSWORD_MAX_LENGTH} characters.`
    throw new Problem(400, 'password_rejected', text)
  }
  return password
}
