// `npm start`. Plain JavaScript, since this must run, and speak, on a Node too old for the rest.
import './check-node.mjs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Bounds the memory that is taken and not needed: V8's heaps grow while there is room, and each thread that compresses
// or draws keeps memory of its own. All can be told at the start of a process alone; the image has the same.
if (process.execve && process.env.MALLOC_ARENA_MAX === undefined) {
  // On the command line they would win over the host's own.
  const own = (process.env.NODE_OPTIONS ?? '').replaceAll('_', '-')
  const heap = ['--max-old-space-size=256', '--max-semi-space-size=8'].filter(
    (option) => !own.includes(option.split('=')[0]),
  )
  const words = [process.execPath, ...heap, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, words, { ...process.env, MALLOC_ARENA_MAX: '2' })
}

// Halves the time of later starts. Beside the packages, since nobody else may write there.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

// npm hands a signal to its shell, which ends and leaves this process behind: losing the parent is the signal.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  // Once: a second signal would cut the closing short.
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250).unref()

await import('./start.ts')
