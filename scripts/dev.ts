/** `npm run dev`: the server, and the app's development server in front of it, here or at `--port`. */
import { parseArgs } from 'node:util'
import { concurrently } from 'concurrently'

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } })
// What the browser's address is: the server takes changes from no other, and its links lead there.
const { PUBLIC_URL = `http://localhost:${values.port}` } = process.env

const { result } = concurrently(
  [
    { name: 'server', command: 'node --watch server/main.ts', env: { PUBLIC_URL } },
    { name: 'web', command: `vite --strictPort --port ${JSON.stringify(values.port)}` },
  ],
  { killOthersOn: ['failure', 'success'], prefixColors: ['blue', 'magenta'] },
)
await result.catch(() => (process.exitCode = 1))
