import { http, HttpResponse, type HttpHandler } from 'msw'
import { accountCsv } from '../contract/accountCsv.ts'
import { deleteAccount, exportAccount } from '../contract/account.ts'
import {
  getBook,
  getRecommendedBooks,
  getSimilarBooks,
  searchBooks,
  type Book,
  type Recommendation,
  type SearchResult,
} from '../contract/books.ts'
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
import {
  addLibrary,
  previewLibrary,
  removeLibrary,
  type LibraryChange,
  type LibraryPreview,
} from '../contract/library.ts'
import {
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
  type Settings,
} from '../contract/password.ts'
import {
  getNavbarPreferences,
  getPreferences,
  savePreferences,
  type Preferences,
} from '../contract/preferences.ts'
import {
  getProfile,
  uploadProfileImage,
  type Profile,
  type UploadAnswer,
} from '../contract/profile.ts'
import {
  login,
  logout,
  register,
  type LoginAnswer,
  type RegisterAnswer,
} from '../contract/session.ts'
import { matchLibrary } from '../server/library/matchLibrary.ts'
import { atOrigin, METHODS } from './address.ts'
import type { FakeUser } from './builders.ts'
import { drawFakeCover } from './cover.ts'
import { createSecret, type Db } from './db.ts'
import { exportOf } from './exportOf.ts'
import { authenticate, createCookieKeeper, healCookie } from './guard.ts'
import { readLibrary, shelfFor } from './library.ts'
import { Problem, problemResponse } from './problem.ts'
import { booksForYou, shelfOf, similarBooks } from './recommendations.ts'
import { checked, readJson, readLibraryFile, readPicture, readQuery } from './requests.ts'
import { searchBooksOf } from './search.ts'

const SEARCH_LIMIT = 20
const AUTHOR_BOOKS_LIMIT = 20
const FAVORITES_MAX = 5000
const AUTHORS_MAX = 500
const LIBRARY_BODY_MAX_BYTES = 512 * 1024

/** How the fake backend behaves. */
export interface HandlerOptions {
  /**
   * `true` where a page calls: the database remembers the session cookie that the browser would hold.
   * `false` (the default): real Cookie and Set-Cookie headers.
   */
  cookieJar?: boolean
  /**
   * Whether unknown paths under `/api` answer 404 as on the server (the default), or stay unhandled,
   * so that a test notices a misspelt path.
   */
  unknownPaths?: 'notFound' | 'unhandled'
}

interface Call {
  request: Request
  /** A path parameter, decoded. */
  param: (name: string) => string
  /** Headers that the answer will carry. */
  headers: Headers
}

/** A handler whose thrown problems become error answers. */
function answer(
  method: 'get' | 'post' | 'put' | 'delete' | 'all',
  path: string,
  reply: (call: Call) => Response | Promise<Response>,
): HttpHandler {
  return http[method](atOrigin(path), async ({ request, params }) => {
    const headers = new Headers()
    try {
      const response = await reply({ request, headers, param: (name) => String(params[name]) })
      for (const [name, value] of headers) response.headers.append(name, value)
      return response
    } catch (error) {
      if (error instanceof Problem) return problemResponse(error)
      throw error
    }
  })
}

/**
 * The fake backend: one handler per operation of the contract, with the server's statuses, codes and
 * sentences (docs/product.md 7.3), plus covers, pictures, the Google link and the health check.
 */
export function createHandlers(db: Db, options: HandlerOptions = {}): HttpHandler[] {
  const { cookieJar = false, unknownPaths = 'notFound' } = options
  const cookies = createCookieKeeper(db, cookieJar)

  /** An operation that everyone may call. */
  function open(
    operation: Operation,
    reply: (call: Call) => Response | Promise<Response>,
  ): HttpHandler {
    return answer(METHODS[operation.method], operation.url, (call) => {
      if (operation.schema.params) checkParams(operation, call)
      return reply(call)
    })
  }

  /** An operation of a reader on what is theirs. */
  function owned(
    operation: Operation,
    reply: (user: FakeUser, call: Call) => Response | Promise<Response>,
  ): HttpHandler {
    return answer(METHODS[operation.method], operation.url, (call) => {
      const session = authenticate(db, cookies, call.request, operation.access)
      const user = db.user(session.userId)
      if (user === undefined) {
        throw new Problem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
      }
      if (operation.url.includes('/:id') && call.param('id') !== user.id) {
        throw new Problem(403, 'forbidden', ERROR_TEXTS.forbidden)
      }
      if (operation.schema.params) checkParams(operation, call)
      healCookie(db, cookies, call.request, session, call.headers)
      return reply(user, call)
    })
  }

  function knownBook(id: string): Book {
    const book = db.book(id)
    if (book === undefined) throw new Problem(404, 'not_found', ERROR_TEXTS.bookNotFound)
    return book
  }

  const session = [
    open(login, async (call) => {
      refuseOtherSites(call)
      const { email, password } = await readJson(call.request, login.schema.body)
      const user = db.users.find((user) => isSameEmail(user.email, email))
      if (!user || !isSamePassword(user.password, password)) {
        throw new Problem(401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials)
      }
      const session = db.signIn(user)
      cookies.give(session, call.headers)
      return HttpResponse.json<LoginAnswer>({ token: session.token, id: user.id, name: user.name })
    }),
    open(register, async (call) => {
      refuseOtherSites(call)
      const body = await readJson(call.request, register.schema.body)
      const name = plainLine(body.name)
      const email = plainLine(body.email)
      checkNameAndEmail(name, email)
      const password = newPassword(body)
      if (db.users.some((user) => isSameEmail(user.email, email))) {
        throw new Problem(409, 'email_taken', ERROR_TEXTS.emailTaken)
      }
      const user = db.addUser({
        id: crypto.randomUUID(),
        name,
        email,
        password,
      })
      const session = db.signIn(user)
      cookies.give(session, call.headers)
      const message = `Welcome to Catchword, ${name}! Your account is ready.`
      return HttpResponse.json<RegisterAnswer>(
        { token: session.token, id: user.id, name, message },
        { status: 201 },
      )
    }),
    open(logout, ({ request, headers }) => {
      const ended = sessionToEnd(request)
      db.sessions = db.sessions.filter((session) => session !== ended)
      cookies.expire(headers)
      return HttpResponse.json({ message: 'You are logged out.' })
    }),
  ]

  /**
   * The session that a logout ends, if there is one: a logout never fails for want of it. Other sites are
   * refused all the same, since the answer takes the cookie away.
   * @throws Problem 403 `cross_site`
   */
  function sessionToEnd(request: Request): ReturnType<typeof authenticate> | undefined {
    try {
      return authenticate(db, cookies, request, logout.access)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error
      const { headers } = request
      if (headers.has('Sec-Fetch-Site') || headers.has('Origin')) cookies.checkSite(request)
      return undefined
    }
  }

  const preferences = [
    owned(savePreferences, async (user, { request }) => {
      const body = await readJson(request, savePreferences.schema.body)
      user.preferences = body.preferences
      return HttpResponse.json({
        message: 'Preferences saved successfully!',
        preferences: user.preferences,
      })
    }),
    owned(getPreferences, readPreferences),
    owned(getNavbarPreferences, readPreferences),
  ]

  async function addFavorite(user: FakeUser, { request }: Call): Promise<Response> {
    const { bookId } = await readJson(request, addFavoriteBook.schema.body)
    const book = knownBook(bookId)
    if (!user.favorites.includes(book.id)) user.favorites.unshift(book.id)
    return HttpResponse.json({ message: 'Added to favorites.' })
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
      const theirs = db.books.filter((book) =>
        book.volumeInfo.authors.some((author) => names.has(fold(author))),
      )
      const unread = theirs.filter((book) => !user.favorites.includes(book.id))
      return HttpResponse.json<Book[]>(unread.slice(0, AUTHOR_BOOKS_LIMIT))
    }),
    owned(getForYou, (user) =>
      HttpResponse.json<Recommendation[]>(booksForYou(db.books, favoriteBooks(user))),
    ),
    owned(addFavoriteAuthor, async (user, { request }) => {
      const author = plainLine((await readJson(request, addFavoriteAuthor.schema.body)).author)
      if (author === '') throw invalidField('author', 'required', 'Author is required.')
      if (!user.favoriteAuthors.includes(author)) user.favoriteAuthors.unshift(author)
      return HttpResponse.json({ message: 'Author saved.' })
    }),
    owned(addFavoriteBook, addFavorite),
    owned(addFavoriteBookFromDetail, addFavorite),
    owned(getFavoriteBooks, (user) => HttpResponse.json<Book[]>(favoriteBooks(user))),
    owned(removeFavoriteBook, (user, { param }) => {
      const id = param('bookId')
      if (user.favorites.includes(id)) {
        user.favorites = user.favorites.filter((favorite) => favorite !== id)
        leaveAuthors(user, id)
      }
      return HttpResponse.json({ message: 'Removed from favorites.' })
    }),
  ]

  const books = [
    open(getRecommendedBooks, ({ request }) => {
      const query = readQuery(request, getRecommendedBooks.schema.querystring)
      return HttpResponse.json<Book[]>(shelfOf(db.books, query.preference, query.startIndex))
    }),
    open(getBook, ({ param }) => HttpResponse.json<Book>(knownBook(param('id')))),
    open(getSimilarBooks, ({ param }) =>
      HttpResponse.json<Recommendation[]>(similarBooks(db.books, knownBook(param('id')))),
    ),
    open(searchBooks, ({ request }) => {
      const query = plainLine(readQuery(request, searchBooks.schema.querystring).query)
      if (query === '') {
        throw invalidField('query', 'minLength', 'Query is required.')
      }
      return HttpResponse.json<{ data: SearchResult[] }>({
        data: searchBooksOf(db.books, query, SEARCH_LIMIT),
      })
    }),
  ]

  const profile = [
    owned(getProfile, ({ id, name, picture, password }) =>
      HttpResponse.json<Profile>({
        profileImage: picture === null ? null : `/media/${picture}`,
        id,
        name,
        hasPassword: password !== '',
      }),
    ),
    owned(uploadProfileImage, async (user, { request }) => {
      const picture = await readPicture(request)
      const name = `${crypto.randomUUID()}.webp`
      db.pictures.set(name, picture)
      if (user.picture !== null) db.pictures.delete(user.picture)
      user.picture = name
      return HttpResponse.json<UploadAnswer>({ profileImageUrl: `/media/${name}` })
    }),
  ]

  const account = [
    owned(exportAccount, (user, { request }) => {
      const { format } = readQuery(request, exportAccount.schema.querystring)
      const held = exportOf(db, user)
      return new HttpResponse(format === 'csv' ? accountCsv(held) : JSON.stringify(held), {
        headers: {
          'Content-Type':
            format === 'csv'
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
      cookies.expire(headers)
      return HttpResponse.json({ message: 'Your account and everything in it is deleted.' })
    }),
  ]

  /** Sets a password; every session of the reader ends but `staying`. */
  function setPassword(user: FakeUser, password: string, staying?: string): void {
    user.password = password
    db.sessions = db.sessions.filter(({ userId, token }) => userId !== user.id || token === staying)
  }

  const passwords = [
    open(getSettings, () => HttpResponse.json<Settings>({ passwordReset: db.sendsMail })),
    open(requestPasswordReset, async (call) => {
      refuseOtherSites(call)
      const { email } = await readJson(call.request, requestPasswordReset.schema.body)
      if (!db.sendsMail) throw new Problem(503, 'mail_off', ERROR_TEXTS.mailOff)
      if (emailKey(email) === undefined) {
        throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
      }
      const user = db.users.find((user) => isSameEmail(user.email, email))
      if (user && user.password !== '') db.resetTokens.set(createSecret(), user.id)
      return HttpResponse.json({
        message: 'If there is an account with this email, a link is on its way to it.',
      })
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
      return HttpResponse.json({ message: 'Your password is changed. Please log in.' })
    }),
    owned(changePassword, async (user, { request }) => {
      const body = await readJson(request, changePassword.schema.body)
      if (!isSamePassword(user.password, body.currentPassword)) {
        throw new Problem(403, 'wrong_password', ERROR_TEXTS.notYourPassword)
      }
      const token = request.headers.get('Authorization')?.replace(/^Bearer /i, '')
      setPassword(user, newPassword(body), token)
      return HttpResponse.json({ message: 'Your password is changed.' })
    }),
  ]

  const workOf = (id: string): string => db.book(id)?.workId ?? id

  const library = [
    owned(previewLibrary, async (user, { request }) => {
      const table = await readLibrary(await readLibraryFile(request))
      const preview = await matchLibrary(table, shelfFor(db.books), {
        byWork: new Map(user.favorites.map((id) => [workOf(id), id])),
        room: FAVORITES_MAX - user.favorites.length,
      })
      return HttpResponse.json<LibraryPreview>(preview)
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
      return HttpResponse.json<LibraryChange>({ bookIds, authors })
    }),
    owned(removeLibrary, async (user, { request }) => {
      const body = await readJson(request, removeLibrary.schema.body, LIBRARY_BODY_MAX_BYTES)
      user.favorites = user.favorites.filter((id) => !body.bookIds.includes(id))
      user.favoriteAuthors = user.favoriteAuthors.filter((name) => !body.authors.includes(name))
      return HttpResponse.json({ message: 'Removed from favorites.' })
    }),
  ]

  const beside = [
    answer('get', '/covers/:id', ({ param }) => {
      const svg = drawFakeCover(knownBook(param('id')))
      return new HttpResponse(svg, { headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' } })
    }),
    answer('get', '/media/:name', ({ param }) => {
      const picture = db.pictures.get(param('name'))
      if (picture === undefined) throw new Problem(404, 'not_found', ERROR_TEXTS.pathNotFound)
      return new HttpResponse(picture.bytes, { headers: { 'Content-Type': picture.type } })
    }),
    answer('get', '/api/auth/google', () => {
      const location = '/login?authError=google_not_configured'
      return new HttpResponse(null, { status: 303, headers: { Location: location } })
    }),
    answer('get', '/healthz', () => HttpResponse.json({ status: 'ok' })),
  ]

  const unknown = answer('all', '/api/*', () => {
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
    ...beside,
    ...(unknownPaths === 'notFound' ? [unknown] : []),
  ]
}

/** @throws Problem 400 where a path parameter breaks the operation's schema. */
function checkParams(operation: Operation, call: Call): void {
  const names = operation.url.split('/:').slice(1)
  const params = names.map((name) => name.split('/')[0] ?? '')
  const values = Object.fromEntries(params.map((name) => [name, call.param(name)]))
  if (operation.schema.params) checked(operation.schema.params, values)
}

/** A login is taken from our own pages and from no page at all. @throws Problem 403 `cross_site`. */
function refuseOtherSites({ request }: Call): void {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none') {
    throw new Problem(403, 'cross_site', ERROR_TEXTS.crossSite)
  }
}

function readPreferences(user: FakeUser): Response {
  return HttpResponse.json<Preferences>({ preferences: user.preferences })
}

const isSameEmail = (one: string, other: string): boolean =>
  (emailKey(one) ?? one) === (emailKey(other) ?? other)

/** Compatibility forms of the same characters are the same password. */
function isSamePassword(one: string, other: string): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC')
}

function invalidField(field: string, rule: string, message: string): Problem {
  return new Problem(400, 'invalid_request', message, [{ field, rule }])
}

/** @throws Problem 400 `invalid_request`. */
function checkNameAndEmail(name: string, email: string): void {
  if (name === '') throw invalidField('name', 'required', 'Name is required.')
  if (Array.from(name).length > READER_NAME_MAX_LENGTH) {
    throw invalidField(
      'name',
      'maxLength',
      `Name can have at most ${READER_NAME_MAX_LENGTH} characters.`,
    )
  }
  if (emailKey(email) === undefined) {
    throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
  }
}

/** The rule of decision 22, without the lists that only the server has. @throws Problem 400. */
function checkPassword(password: string): void {
  const { length } = Array.from(password)
  const fault =
    length < NEW_PASSWORD_MIN_LENGTH
      ? `The password needs at least ${NEW_PASSWORD_MIN_LENGTH} characters.`
      : length > NEW_PASSWORD_MAX_LENGTH
        ? `The password can have at most ${NEW_PASSWORD_MAX_LENGTH} characters.`
        : undefined
  if (fault !== undefined) throw new Problem(400, 'password_rejected', fault)
}

/** The password that a body asks for twice. @throws Problem 400. */
function newPassword(body: { password: string; confirmPassword: string }): string {
  if (body.password !== body.confirmPassword) {
    throw new Problem(400, 'passwords_differ', ERROR_TEXTS.passwordsDiffer)
  }
  checkPassword(body.password)
  return body.password
}
