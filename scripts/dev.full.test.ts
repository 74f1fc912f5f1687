import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const root = join(import.meta.dirname, '..')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('npm run dev -- --port has the app there, and a server that takes requests from there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-dev-'))
  const [port, serverPort] = [await freePort(), await freePort()]
  const npm = spawn('npm', ['run', '--silent', 'dev', '--', '--port', String(port)], {
    cwd: root,
    env: { ...process.env, PUBLIC_URL: undefined, PORT: String(serverPort), DATA_DIR: folder },
    // In a group of its own, which ends as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    let output = ''
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
    const origin = `http://localhost:${port}`
    await vi.waitFor(() => expect(output).toContain(`Catchword is at ${origin}\n`), 60_000)
    await vi.waitFor(() => expect(output).toMatch(/ready in/), 60_000)
    expect(await (await fetch(origin)).text()).toContain('/src/main.tsx')
    const reply = await fetch(`${origin}/api/user/logout`, { method: 'POST', headers: { origin } })
    expect(reply.status).toBe(200)
  } finally {
    const closed = once(npm, 'close')
    process.kill(-(npm.pid ?? 0), 'SIGTERM')
    await closed
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}, 120_000)
