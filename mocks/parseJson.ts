import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** A JSON text as what a schema says it is, or `undefined` for any other text. */
export function parseJson<S extends TSchema>(
  schema: S,
  text: string | null,
): Static<S> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return Value.Check(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}
