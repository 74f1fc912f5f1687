import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { OPERATIONS } from '../../contract/operations.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'

interface Described {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: object }>
}
interface OpenApiDocument {
  openapi: string
  info: object
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: object; securitySchemes: object }
}

let server: TestServer
let document: OpenApiDocument

beforeAll(async () => {
  server = await createTestServer()
  document = (await server.app.inject('/api/openapi.json')).json<OpenApiDocument>()
})

afterAll(() => server.close())

/** What is said of each operation, by its method and path. */
const described = () =>
  Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  )
const keyOf = ({ method, url }: { method: string; url: string }) =>
  `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

const PROBLEM = 'application/problem+json'

const CREDENTIALS = {
  public: [],
  bearer: ['bearerAuth'],
  bearerOrCookie: ['bearerAuth', 'cookieAuth'],
}

describe('GET /api/openapi.json', () => {
  test('is an OpenAPI 3.1 document', async () => {
    const response = await server.app.inject('/api/openapi.json')
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Catchword', version: packageJson.version })
    expect(document.components.securitySchemes).toMatchObject({
      bearerAuth: { type: 'http', scheme: 'bearer' },
      cookieAuth: { type: 'apiKey', in: 'cookie', name: 'sid' },
    })
  })

  test('describes every operation of the contract by an id of its own, and nothing else', () => {
    expect(Object.keys(described()).toSorted()).toEqual(OPERATIONS.map(keyOf).toSorted())
    const ids = Object.values(described()).map(({ operationId }) => operationId)
    expect(new Set(ids)).toEqual(new Set(OPERATIONS.map(({ schema }) => schema.operationId)))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(OPERATIONS.map((operation) => [operation.schema.operationId, operation] as const))(
    '%s says who may call it and what it answers',
    (_operationId, { access, method, schema, url }) => {
      const operation = described()[keyOf({ method, url })]
      if (!operation) throw new Error('It is not described.')
      expect(operation.summary).toBe(schema.summary)
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
      expect(operation.security.flatMap((scheme) => Object.keys(scheme))).toEqual(
        CREDENTIALS[access],
      )

      expect(Object.keys(operation.responses).toSorted()).toEqual(
        Object.keys(schema.response).toSorted(),
      )
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description).toBeTruthy()
        const types = Number(status) < 400 ? (schema.produces ?? ['application/json']) : [PROBLEM]
        expect(Object.keys(content ?? {})).toEqual(types)
      }
    },
  )

  test('describes the upload as a form with a file', () => {
    const upload = described()['POST /api/profile/upload']
    expect(upload?.requestBody?.content).toEqual({
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['profileImage'],
          properties: {
            profileImage: { type: 'string', format: 'binary', description: expect.any(String) },
          },
        },
      },
    })
  })

  test('names books once, and every reference leads somewhere', () => {
    const references = Array.from(
      JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
      ([, name = '']) => name,
    )
    for (const name of ['Book', 'ErrorBody']) expect(references).toContain(name)
    const named = Object.keys(document.components.schemas)
    expect(references.filter((name) => !named.includes(name))).toEqual([])
  })
})

describe('GET /api/docs', () => {
  test('is a page whose parts are all here', async () => {
    const page = await server.app.inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '')
    expect(links.length).toBeGreaterThanOrEqual(5)
    for (const link of links) {
      const url = new URL(link, 'http://localhost/api/docs')
      expect(url.host).toBe('localhost')
      expect((await server.app.inject(url.pathname)).statusCode).toBe(200)
    }
    expect(page.body).not.toMatch(/<script>|<script [^>]*>[^<\s]/)
    expect((await server.app.inject('/api/docs/json')).json()).toEqual(document)
  })

  test('asks no other host: neither by its rules nor for a validator', async () => {
    for (const url of ['/api/docs', '/api/docs/static/swagger-ui-bundle.js']) {
      const csp = String((await server.app.inject(url)).headers['content-security-policy'])
      expect(csp).not.toMatch(/https?:|\*|unsafe-eval/)
      expect(csp).toMatch(/default-src 'none'/)
      expect(csp).toMatch(/script-src 'self';/)
      expect(csp).toMatch(/style-src 'self' 'unsafe-inline'/)
      expect(csp).not.toContain('trusted-types')
    }
    const script = await server.app.inject('/api/docs/static/swagger-initializer.js')
    expect(script.body).toContain('validatorUrl: null')
    const other = await server.app.inject('/api/openapi.json')
    expect(other.headers['content-security-policy']).not.toContain('unsafe-inline')
  })
})
