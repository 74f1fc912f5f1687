/** `npm run build`, and the build that `npm start` makes where there is none, or an old one. */
import { join } from 'node:path'
import { build } from 'vite'
import { BUILT_CATALOGUE, loadBundledBooks } from '../server/catalogue/bundled.ts'

await build({ root: join(import.meta.dirname, '..'), logLevel: 'error' })
await loadBundledBooks(BUILT_CATALOGUE)
