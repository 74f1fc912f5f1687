/**
 * Logs what the specification wants logged and never shown (docs/product.md 8: profile fetch, image upload,
 * profile preferences). A warning, since the reader loses nothing by it.
 */
export function logQuietly(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for a log and nothing else
  console.warn(what, error)
}
