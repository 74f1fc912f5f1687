// `npm start`. Plain JavaScript, since this must run, and speak, on a Node too old for the rest.
import './check-node.mjs'
import './light.mjs'

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
