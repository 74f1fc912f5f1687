import { Compile, type Validator } from 'typebox/schema'

/** A JSON Schema as it stands in the document, references resolved. */
export interface JsonSchema {
  type?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  required?: string[]
  properties?: Record<string, JsonSchema>
  format?: string
}

/** A parameter of a path or a query. */
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: JsonSchema
}

interface DescribedOperation {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, JsonSchema> }
}

/** What one status may answer, by content type. */
type Answer = ReadonlyMap<string, Validator>

/** One operation of the OpenAPI document, ready to be called and to be held against its answers. */
export interface DocumentedOperation {
  id: string
  method: string
  /** With `{name}` parameters. */
  path: string
  parameters: Parameter[]
  json: { schema: JsonSchema; fits: Validator } | undefined
  /** Takes a form with a file. */
  multipart: boolean
  answers: ReadonlyMap<number, Answer>
}

function resolve(part: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((item) => resolve(item, schemas))
  if ('$ref' in part && typeof part.$ref === 'string') {
    const name = part.$ref.split('/').at(-1) ?? ''
    return resolve(schemas[name], schemas)
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, resolve(value, schemas)]),
  )
}

/** Reads the operations of an OpenAPI 3.1 document. */
export function readOperations(text: string): DocumentedOperation[] {
  const raw: OpenApiDocument = JSON.parse(text)
  const document: OpenApiDocument = JSON.parse(
    JSON.stringify({ ...raw, paths: resolve(raw.paths, raw.components.schemas) }),
  )
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DocumentedOperation => {
      const content = operation.requestBody?.content ?? {}
      const json = content['application/json']?.schema
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        json: json && { schema: json, fits: Compile({ ...json }) },
        multipart: 'multipart/form-data' in content,
        answers: new Map(
          Object.entries(operation.responses).map(([status, { content: body = {} }]) => {
            const types = Object.entries(body)
            return [
              Number(status),
              new Map(types.map(([type, { schema }]) => [type, Compile({ ...schema })])),
            ]
          }),
        ),
      }
    }),
  )
}
