/** Who signs readers in beside us: the server writes another name into its pages (server/plugins/htmlFiles.ts). */
export function providerName(): string {
  // Rendered at build time, there is no document.
  const page = typeof document === 'undefined' ? undefined : document.documentElement
  return page?.dataset['provider'] ?? 'Google'
}
