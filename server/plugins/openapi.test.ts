import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { OPERATIONS } from '../../contract/operations.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'

interface Reference {
  $ref?: string
}
interface Described extends Reference {
  description?: string
  content?: Record<string, { schema: Reference & Record<string, unknown> }>
}
interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[]
  requestBody?: Described
  responses: Record<string, Described>
}
interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, unknown>
    securitySchemes: Record<string, Record<string, string>>
  }
}

let server: TestServer
let document: OpenApiDocument

beforeAll(async () => {
  server = await createTestServer()
  document = (await server.app.inject('/api/openapi.json')).json<OpenApiDocument>()
})

afterAll(() => server.close())

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

function describedAs(operationId: string): DescribedOperation {
  const found = described().find(({ operation }) => operation.operationId === operationId)
  if (!found) throw new Error(`${operationId} is not described`)
  return found.operation
}

const CREDENTIALS = {
  public: [],
  bearer: ['bearerAuth'],
  bearerOrCookie: ['bearerAuth', 'cookieAuth'],
}

/** Every object in a value, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item)
  else if (typeof value === 'object' && value !== null) {
    yield Object.fromEntries(Object.entries(value))
    for (const item of Object.values(value)) yield* objectsIn(item)
  }
}

describe('GET /api/openapi.json', () => {
  test('is an OpenAPI 3.1 document', async () => {
    const response = await server.app.inject('/api/openapi.json')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Catchword', version: packageJson.version })
  })

  test('describes every operation of the contract, and nothing else', () => {
    const expected = OPERATIONS.map(
      ({ method, url, schema }) =>
        `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')} ${schema.operationId}`,
    )
    const found = described().map(
      ({ path, method, operation }) => `${method.toUpperCase()} ${path} ${operation.operationId}`,
    )
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  test.each(OPERATIONS.map((operation) => [operation.schema.operationId, operation] as const))(
    '%s says who may call it, what it takes and what it answers',
    (operationId, { access, schema, url }) => {
      const operation = describedAs(operationId)
      expect(operation.summary).toBe(schema.summary)
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags))
      expect(operation.security.flatMap((scheme) => Object.keys(scheme))).toEqual(
        CREDENTIALS[access],
      )

      const inPath = Array.from(url.matchAll(/:(\w+)/g), ([, name]) => ({ name, required: true }))
      const parameters = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, required }) => ({ name, required }))
      expect(parameters).toEqual(inPath)

      expect(Object.keys(operation.responses).toSorted()).toEqual(
        Object.keys(schema.response).toSorted(),
      )
      const replies = Object.entries(operation.responses)
      const good = replies.filter(([status]) => Number(status) < 400)
      const bad = replies.filter(([status]) => Number(status) >= 400)
      for (const [, { description }] of replies) expect(description).toBeTruthy()
      for (const [, { content }] of good) {
        expect(Object.keys(content ?? {})).toEqual(schema.produces ?? ['application/json'])
      }
      for (const [, { content }] of bad) {
        expect(content).toEqual({
          'application/problem+json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
        })
      }

      const body = operation.requestBody?.content?.['application/json']?.schema
      const { properties, required } = Object(schema.body)
      expect(body === undefined).toBe(schema.body === undefined)
      expect(Object(body).required).toEqual(required)
      expect(Object.keys(Object(body).properties ?? {})).toEqual(Object.keys(properties ?? {}))
    },
  )

  test('describes the upload as a form with a file', () => {
    const upload = document.paths['/api/profile/upload']?.['post']
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
    expect(document.components.schemas).toHaveProperty('Book')
    const references = [...objectsIn(document)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    )
    expect(references).toContain('#/components/schemas/Book')
    for (const reference of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? reference
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
  })

  test('names the two credentials', () => {
    expect(document.components.securitySchemes).toMatchObject({
      bearerAuth: { type: 'http', scheme: 'bearer' },
      cookieAuth: { type: 'apiKey', in: 'cookie', name: 'sid' },
    })
  })

  test('has only keywords that OpenAPI knows, and unique operation ids', () => {
    const ids = described().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of described()) {
      const existing = [
        'operationId',
        'tags',
        'summary',
        'description',
        'parameters',
        'requestBody',
        'responses',
        'security',
      ]
      expect(existing).toEqual(expect.arrayContaining(Object.keys(operation)))
    }
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
    expect((await server.app.inject('/api/docs/')).statusCode).toBe(200)
  })

  test('reads the same document', async () => {
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
