import { OPERATIONS } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operation.ts'

/** An operation of the contract, and the values of its path parameters, decoded. */
export interface FoundOperation {
  operation: Operation
  params: Readonly<Record<string, string>>
}

// Fixed paths first: `/api/user/login` is no reader's.
const BY_FIXEDNESS = OPERATIONS.toSorted(
  (one, other) => one.url.split(':').length - other.url.split(':').length,
)

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function paramsOf(url: string, path: string): Record<string, string> | undefined {
  const segments = path.split('/')
  const wanted = url.split('/')
  if (segments.length !== wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const segment = decoded(segments[index] ?? '')
    if (segment === undefined) return undefined
    if (name.startsWith(':')) params[name.slice(1)] = segment
    else if (name !== segment) return undefined
  }
  return params
}

/** The operation that a method and a path mean; `undefined` where the contract has none. */
export function operationOf(method: string, path: string): FoundOperation | undefined {
  for (const operation of BY_FIXEDNESS) {
    if (operation.method !== method) continue
    const params = paramsOf(operation.url, path)
    if (params) return { operation, params }
  }
  return undefined
}

/** The path of an operation with its parameters filled in. */
export function pathOf(operation: Operation, params: FoundOperation['params']): string {
  return operation.url.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}
