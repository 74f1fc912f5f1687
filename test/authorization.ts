/**
 * Who may call what: every route of the server, and what it answers to every state of credentials
 * (docs/security.md 1 and 2.1). `authorization.test.ts` makes its tests of
 * this file, and fails for a route of the running server that is not in it.
 */

/** What a caller shows. `Cookie` states show the session cookie alone. */
export const STATES = {
  none: 'nothing',
  ownerBearer: "the owner's token",
  otherBearer: "another reader's token",
  ownerCookie: "the owner's cookie, from our own page",
  otherCookie: "another reader's cookie, from our own page",
  cookieSameSite: "the owner's cookie, from a sibling site or another port",
  cookieCrossSite: "the owner's cookie, from another site",
  cookieAddressBar: "the owner's cookie, typed or opened from outside of the browser",
  cookieWrongOrigin: "the owner's cookie and a foreign Origin, without Sec-Fetch-Site",
  cookieRightOrigin: "the owner's cookie and our Origin, without Sec-Fetch-Site",
  cookieNeither: "the owner's cookie and neither header",
  badBearerGoodCookie: "a made-up token beside the owner's cookie, from our own page",
  bearerAndOtherCookie: "the owner's token beside another reader's cookie",
  expired: "the owner's token, 30 days old",
  expiredCookie: "the owner's cookie, 30 days old, from our own page",
  idle: "the owner's token, unused for 14 days",
  revoked: "the owner's token, pushed out by 20 newer sessions",
  tampered: "the owner's token with one character changed",
  malformedScheme: "the owner's token under another scheme",
  urlAlone: 'the token of a sign-in that came through a URL, alone',
  urlWithCookie: 'the token of a sign-in that came through a URL, with its cookie',
  loggedOut: "the owner's token after logout",
  loggedOutCookie: "the owner's cookie after logout, from our own page",
} as const
/** A state of credentials. */
export type State = keyof typeof STATES

/** `in`: the route answers as it does to its owner; else the status of the refusal. */
type Outcome = 'in' | 401 | 403

type Some = Readonly<Partial<Record<State, Outcome>>>
type Row = (state: State) => Outcome

/** These outcomes, and one for all other states. */
const row =
  (rest: Outcome, some: Some = {}): Row =>
  (state) =>
    some[state] ?? rest

/** Nobody is asked who they are. */
const open = row('in')

const FOREIGN = { cookieSameSite: 403, cookieCrossSite: 403, cookieWrongOrigin: 403 } as const

/** Open, yet not to the pages of others: nobody signs a reader in to another account. */
const signIn = row('in', FOREIGN)

/** Ends whatever session is shown and succeeds without one; other sites are refused. */
const logout = row('in', { ...FOREIGN, cookieAddressBar: 403, cookieNeither: 403 })

const BEARER = {
  ownerBearer: 'in',
  otherBearer: 403,
  bearerAndOtherCookie: 'in',
  urlWithCookie: 'in',
} as const

/** The token, and nothing else; the path names the owner. */
const bearer = row(401, BEARER)

/** The token, and nothing else; whose it is decides whom the call is about. */
const bearerOfSelf = row(401, { ...BEARER, otherBearer: 'in' })

const COOKIE = {
  ...BEARER,
  ...FOREIGN,
  ownerCookie: 'in',
  otherCookie: 403,
  cookieAddressBar: 403,
  cookieRightOrigin: 'in',
} as const

/** Reading with the token or, from our own pages, with the cookie. */
const cookieRead = row(401, { ...COOKIE, cookieNeither: 'in' })

/** Changing with the token or, from our own pages, with the cookie. */
const cookieChange = row(401, { ...COOKIE, cookieNeither: 403 })

/** A route of the server. */
export interface Route {
  access: Row
  /** What it answers to those whom it lets in. */
  status: number
  /** The address to ask for, where it is not the route's own with the owner's id in it. */
  url?: string
  /** What is sent; words in braces stand for values of the test's. */
  body?: Readonly<Record<string, unknown>>
  /** A form with a picture is sent. */
  picture?: true
  /** A form is sent as a browser sends it without a script. */
  form?: true
}

/** Every route by its method and path; a HEAD is its GET. */
export const ROUTES: Readonly<Record<string, Route>> = {
  'POST /api/user/login': {
    access: signIn,
    status: 200,
    body: { email: '{email}', password: '{password}' },
  },
  'POST /api/user/register': {
    access: signIn,
    status: 201,
    body: {
      name: 'Newcomer',
      email: '{newEmail}',
      password: '{password}',
      confirmPassword: '{password}',
    },
  },
  'POST /api/user/logout': { access: logout, status: 200 },
  'PUT /api/user/:id': { access: bearer, status: 200, body: { preferences: ['Poetry'] } },
  'GET /api/user/:id/preferences': { access: bearer, status: 200 },
  'GET /api/users/:id/preferences': { access: bearer, status: 200 },
  'GET /api/recommendedBooks': {
    access: open,
    status: 200,
    url: '/api/recommendedBooks?preference=Poetry&startIndex=1',
  },
  'GET /api/user/:id/favoriteAuthors': { access: bearer, status: 200 },
  'PUT /api/user/:id/favoriteAuthors': {
    access: bearer,
    status: 200,
    body: { author: 'Ursula K. Le Guin' },
  },
  'GET /api/user/:id/forYou': { access: bearer, status: 200 },
  'POST /api/user/:id/favoriteBook': {
    access: cookieChange,
    status: 200,
    body: { bookId: '{bookId}' },
  },
  'POST /api/users/:id/favoriteBook': { access: bearer, status: 200, body: { bookId: '{bookId}' } },
  'GET /api/user/:id/favoriteBooks': { access: cookieRead, status: 200 },
  'DELETE /api/user/:id/favoriteBook/:bookId': { access: cookieChange, status: 200 },
  'GET /api/user/:id/marks': { access: bearer, status: 200 },
  'GET /api/user/:id/marks/:mark': { access: bearer, status: 200 },
  'PUT /api/user/:id/mark/:bookId': { access: bearer, status: 200, body: { mark: 'read' } },
  'PUT /api/user/:id/marks/wantToRead/:bookId/place': {
    access: bearer,
    status: 404,
    body: { after: null },
  },
  'DELETE /api/user/:id/mark/:bookId': { access: bearer, status: 200 },
  'DELETE /api/user/:id/books/:list': {
    access: bearer,
    status: 200,
    body: { bookIds: ['{bookId}'] },
  },
  'PUT /api/user/:id/books/:list': {
    access: bearer,
    status: 200,
    body: { bookIds: ['{bookId}'] },
  },
  'GET /api/book/detail/:id': { access: open, status: 200, url: '/api/book/detail/{bookId}' },
  'GET /api/book/:id/similar': { access: open, status: 200, url: '/api/book/{bookId}/similar' },
  'GET /api/book/:id/series': { access: open, status: 200, url: '/api/book/{bookId}/series' },
  'GET /api/books/search': { access: open, status: 200, url: '/api/books/search?query=a' },
  'PUT /api/user/:id/language': { access: bearer, status: 200, body: { language: 'de' } },
  'GET /api/profile': { access: bearerOfSelf, status: 200 },
  'POST /api/profile/upload': { access: bearerOfSelf, status: 200, picture: true },
  // The picture is no library: its field is another.
  'POST /api/user/:id/library': { access: bearer, status: 400, picture: true },
  'PUT /api/user/:id/library': {
    access: bearer,
    status: 200,
    body: { program: null, read: ['{bookId}'] },
  },
  'GET /api/user/:id/library': { access: bearer, status: 200 },
  'DELETE /api/user/:id/library': { access: bearer, status: 200 },
  'GET /api/user/:id/sessions': { access: bearer, status: 200 },
  'DELETE /api/user/:id/sessions': { access: bearer, status: 200 },
  'DELETE /api/user/:id/sessions/:sessionId': { access: bearer, status: 200 },
  'GET /api/user/:id/export': { access: bearer, status: 200 },
  'DELETE /api/user/:id': { access: bearer, status: 200, body: { password: '{password}' } },
  'GET /api/settings': { access: open, status: 200 },
  // Without SMTP_URL.
  'POST /api/user/passwordReset': { access: signIn, status: 503, body: { email: '{email}' } },
  'PUT /api/user/passwordReset': {
    access: signIn,
    status: 400,
    body: { token: 'unknown', password: '{password}', confirmPassword: '{password}' },
  },
  'PUT /api/user/:id/password': {
    access: bearer,
    status: 200,
    body: {
      currentPassword: '{password}',
      password: '{password}',
      confirmPassword: '{password}',
    },
  },
  'GET /api/auth/google': { access: open, status: 303 },
  'GET /api/auth/google/callback': { access: open, status: 303 },
  'GET /api/openapi.json': { access: open, status: 200 },
  'GET /api/docs': { access: open, status: 200 },
  'GET /healthz': { access: open, status: 200 },
  'GET /readyz': { access: open, status: 200 },
  'GET /metrics': { access: open, status: 200 },
  'GET /covers/:id': { access: open, status: 200, url: '/covers/{bookId}' },
  'GET /covers/:id/preview.png': {
    access: open,
    status: 200,
    url: '/covers/{bookId}/preview.png',
  },
  'GET /.well-known/change-password': { access: open, status: 302 },
  'GET /media/:name': { access: open, status: 404, url: '/media/nothing.webp' },
  'POST /': { access: open, status: 303, form: true },
  'POST /login': { access: open, status: 303, form: true },
  'POST /register': { access: open, status: 303, form: true },
  'GET /*': { access: open, status: 200, url: '/' },
}
