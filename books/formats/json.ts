/** The value of a field of unknown JSON; `undefined` where that is no object. */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** The items of a list of unknown JSON; none where the value is no list. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
