/** `vite build` as `npm start` needs it: silent, unless something is wrong. */
import { join } from 'node:path'
import { build } from 'vite'

await build({ root: join(import.meta.dirname, '..'), logLevel: 'error' })
