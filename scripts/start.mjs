// `npm start`. Plain JavaScript, since this must run, and speak, on a Node too old for the rest.
import './check-node.mjs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

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
