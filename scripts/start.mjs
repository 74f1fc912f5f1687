// `npm start`. Plain JavaScript, since this must run, and speak, on a Node too old for the rest.
import './check-node.mjs'
import './light.mjs'
import { returnMemory } from './returnMemory.mjs'

// glibc keeps what it was given back in large blocks, as are those in which passwords are hashed, 19 MiB for each
// of two threads, unless it is told from which size on to return them. What is less than 2 MiB it is to keep:
// left to itself it returns the end of its heap in nearly every search, and asks for it again.
const MALLOC = { MALLOC_MMAP_THRESHOLD_: '8388608', MALLOC_TRIM_THRESHOLD_: '2097152' }
if (process.env['MALLOC_MMAP_THRESHOLD_'] === undefined) returnMemory(MALLOC)

// npm hands a signal to the shell it runs scripts in, and the shell keeps it to itself: it ends and
// leaves this process behind. Losing that parent is taken as the signal.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  // Once: a second signal would cut the closing short.
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250).unref()

await import('./start.ts')
