/** Deeper than any answer goes. */
const DEPTH_MAX = 64

/** Whether a value is an object whose fields can be asked for. Arrays are not. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < DEPTH_MAX && Object.values(value).every((inner) => isShallow(inner, depth + 1))
}

/** The value of a JSON text; `undefined` where it is none, or nested beyond all use. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isShallow(value) ? value : undefined
  } catch {
    return undefined
  }
}
