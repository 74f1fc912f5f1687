import { lazyPart } from '../../lib/lazyPart.ts'

/** Comes with the first description that needs the parser (decision page 0029). */
export const Description = lazyPart(async () => (await import('./Description.tsx')).Description)
