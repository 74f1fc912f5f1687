// What keeps a process small, before anything else of it is loaded. Plain JavaScript, since what is
// TypeScript loads the compiler first, and without new names, since `npm start` must speak on an old Node.
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Else the heap grows to twice of what is in use before it is looked through.
setFlagsFromString('--heap-growing-percent=20')

// What was compiled once is kept: threads, too, then load no compiler, 12 MB each.
const kept = module.enableCompileCache?.()
if (kept?.directory) process.env['NODE_COMPILE_CACHE'] = kept.directory
