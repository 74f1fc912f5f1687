/** The build that `npm start` makes where there is none, or an old one. */
import { join } from 'node:path'
import { build } from 'vite'

await build({ root: join(import.meta.dirname, '..'), logLevel: 'error' })
