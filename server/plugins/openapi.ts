import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import plugin from 'fastify-plugin'
import { Type, type TSchema } from 'typebox'
import { Book, SearchResult } from '../../contract/books.ts'
import { ErrorBody } from '../../contract/common.ts'
import type { Access, Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { previewLibrary } from '../../contract/library.ts'
import { LIBRARY_FIELD, PROFILE_IMAGE_FIELD } from '../../contract/uploads.ts'
import { Profile, uploadProfileImage } from '../../contract/profile.ts'
import { LoginResponse } from '../../contract/session.ts'
import { revalidate } from './revalidate.ts'
import { pack, unpack, type Packed } from './packed.ts'
import packageJson from '../../package.json' with { type: 'json' }

const DESCRIPTION = `Catchword helps readers discover books.

Requests about a reader need \`Authorization: Bearer {token}\`, with the token from login or registration. The
requests of the favorites page also accept the session cookie that login sets in a browser, if it comes alone and
from Catchword's own pages. If an Authorization header is sent, only that counts.

Every error response is problem+json (RFC 9457) with \`error\` and \`message\`, one plain sentence for the
reader, and \`code\`, one word for programs.

[Third-party notices](/third-party-notices.txt)`

const LICENSE = { name: 'MIT', identifier: 'MIT' }
const COOKIE = 'HttpOnly, set at login. Its name is `__Host-Http-sid` if the server uses https.'

/** The shapes with a name of their own in the document. */
const SHAPES = { Book, SearchResult, LoginResponse, Profile, ErrorBody }

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  bearer: [{ bearerAuth: [] }],
  bearerOrCookie: [{ bearerAuth: [] }, { cookieAuth: [] }],
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  200: 'Success.',
  201: 'Created.',
  400: 'The request is invalid.',
  401: 'Not logged in, or the session has ended.',
  403: 'It belongs to another reader, comes from another site, or lacks the right password or a recent login.',
  404: 'Not found.',
  409: 'It conflicts with what is stored.',
  413: 'Too large.',
  415: 'The content type is not supported.',
  429: 'Too many requests. Retry-After says when to try again.',
  503: 'Busy, or unable to store anything. Retry-After says when to try again.',
}

const BY_ID: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [operation.schema.operationId, operation]),
)

/** A multipart body with one file, which the route reads as a stream and so has no schema for. */
const uploadBody = (field: string, description: string) =>
  Type.Object({ [field]: Type.String({ format: 'binary', description }) })

const UPLOAD_BODIES: Readonly<Record<string, TSchema>> = {
  [uploadProfileImage.schema.operationId]: uploadBody(PROFILE_IMAGE_FIELD, 'The picture.'),
  [previewLibrary.schema.operationId]: uploadBody(LIBRARY_FIELD, 'The exported table.'),
}

/** An operation's schema with what only the document needs. */
function describe({ access, schema }: Operation): FastifySchema {
  const { produces = ['application/json'] } = schema
  const body = schema.body ?? UPLOAD_BODIES[schema.operationId]
  const response = Object.entries(schema.response).map(([status, schema]) => {
    const types = Number(status) >= 400 ? ['application/problem+json'] : produces
    const content = Object.fromEntries(types.map((type) => [type, { schema }]))
    return [status, { description: STATUS_TEXTS[status] ?? 'A response.', content }]
  })
  return {
    ...schema,
    security: SECURITY[access],
    response: Object.fromEntries(response),
    ...(body && { body }),
  }
}

const SHAPE_NAMES = new Map(
  Object.entries(SHAPES).map(([name, shape]) => [JSON.stringify(shape), name]),
)

/** A copy of a part of the document in which known shapes are references to their one description. */
function refer(part: unknown): unknown {
  const text = JSON.stringify(part, (key, value: unknown) => {
    const name = key === '' ? undefined : SHAPE_NAMES.get(JSON.stringify(value))
    return name === undefined ? value : { $ref: `#/components/schemas/${name}` }
  })
  return JSON.parse(text)
}

function withReferences<T extends { paths?: object; components?: object }>(document: T): T {
  const schemas = Object.entries(SHAPES).map(([name, shape]) => [name, refer(shape)])
  const components = { ...document.components, schemas: Object.fromEntries(schemas) }
  return { ...document, paths: refer(document.paths ?? {}), components }
}

/** Brotli's quality for what is packed while somebody waits. */
const QUALITY = 6

async function bytesOf(payload: unknown): Promise<Buffer> {
  if (payload instanceof Readable) return buffer(payload)
  return Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload))
}

/**
 * Sends what the routes of a scope answer as it was packed the first time: it is the same for everybody while the
 * server runs. `@fastify/swagger-ui` reads and sends its files, of up to 2 MB, anew.
 */
function keepAnswers(app: FastifyInstance): void {
  const kept = new Map<string, { type: string; body: Promise<Packed> }>()

  app.addHook('preHandler', async (request, reply) => {
    // A query, or a slash too many, makes no other answer.
    request.raw.url = posix.normalize(request.url.split('?', 1).join())
    // What is kept is put in below.
    return kept.has(request.url) ? reply.send('') : undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url } = request
    if (reply.statusCode !== 200) return payload
    let answer = kept.get(url)
    if (answer) {
      if (payload instanceof Readable) payload.destroy()
    } else {
      // There is no body to keep.
      if (method === 'HEAD') return payload
      const body = bytesOf(payload).then((bytes) => pack(bytes, QUALITY))
      answer = { type: String(reply.getHeader('content-type')), body }
      kept.set(url, answer)
      body.catch(() => kept.delete(url))
    }
    // Of the file, where it was one.
    for (const name of ['accept-ranges', 'content-length', 'last-modified'])
      reply.removeHeader(name)
    void reply
      .type(answer.type)
      .headers({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' })
    return revalidate(request, reply, await unpack(request, reply, await answer.body))
  })
}

/** GET /api/openapi.json and the page /api/docs, which describe the routes that come later. */
export const openapi = plugin(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Catchword',
          description: DESCRIPTION,
          version: packageJson.version,
          license: LICENSE,
        },
        servers: [{ url: '/', description: 'This server' }],
        tags: [
          { name: 'Session', description: 'Registration, login and logout' },
          { name: 'Books', description: 'Recommendations, details and search; open to everybody' },
          { name: 'Preferences', description: "A reader's interests" },
          { name: 'Favorites', description: "A reader's favorite books and authors" },
          {
            name: 'Marks',
            description: 'Books to read, read ones and those that are not for the reader',
          },
          { name: 'Library', description: 'Exports of other programs, imported as favorites' },
          { name: 'Profile', description: 'The reader and their picture' },
          { name: 'Password', description: 'Forgotten and changed passwords' },
          { name: 'Account', description: 'Everything stored about a reader, and its deletion' },
        ],
        components: {
          securitySchemes: {
            bearerAuth: { type: 'http', scheme: 'bearer' },
            cookieAuth: { type: 'apiKey', in: 'cookie', name: 'sid', description: COOKIE },
          },
        },
      },
      // Only what the contract names is published.
      transform: ({ schema, url }) => {
        const operation = BY_ID.get(String(Object(schema).operationId))
        return { schema: operation ? describe(operation) : { hide: true }, url }
      },
      transformObject: (document) =>
        'openapiObject' in document
          ? withReferences(document.openapiObject)
          : document.swaggerObject,
    })

    await app.register(async (pages) => {
      keepAnswers(pages)
      pages.get('/api/openapi.json', async () => app.swagger())
      await pages.register(swaggerUi, {
        routePrefix: '/api/docs',
        theme: { title: 'Catchword API' },
        // The page has inline styles.
        staticCSP: {
          'default-src': "'none'",
          'script-src': "'self'",
          'style-src': ["'self'", "'unsafe-inline'"],
          'img-src': ["'self'", 'data:'],
          'font-src': "'self'",
          'connect-src': "'self'",
          'base-uri': "'none'",
          'form-action': "'self'",
          'frame-ancestors': "'none'",
        },
        uiConfig: { docExpansion: 'list', tryItOutEnabled: false, persistAuthorization: false },
      })
    })
  },
  { name: 'openapi', dependencies: ['http', 'authentication'] },
)
