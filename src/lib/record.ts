/** Whether a value is an object whose fields can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A field of an object; `undefined` of anything else. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

/** Whether a value is a text that is not blank. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** The first of these fields that is a text and not blank. */
export function textField(value: unknown, ...names: string[]): string | undefined {
  return names.map((name) => field(value, name)).find(isText)
}
