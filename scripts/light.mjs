// What keeps a process small, before anything else of it is loaded. Plain JavaScript, since what is
// TypeScript loads the compiler first, and without new names, since `npm start` must speak on an old Node.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// Else the heap grows to twice of what is in use before it is looked through.
setFlagsFromString('--heap-growing-percent=20')

// What was compiled once is kept: threads, too, then load no compiler, 12 MB each. Beside the packages and
// not among everybody's temporary files, since what lies there is run; nothing is kept where none may write.
const folder = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const kept = module.enableCompileCache?.(folder)
if (kept?.directory) process.env['NODE_COMPILE_CACHE'] = kept.directory
