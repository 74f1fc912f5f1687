import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const CONFIGURATION = join(import.meta.dirname, '../deploy/nginx.scaled.conf')

// Not a program that npm brings: by its name, wherever it is.
const NGINX = 'nginx'

// Debian keeps it where only root looks.
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`

function whyNot(): string | undefined {
  // Every reader of these tests has an address of its own, which only Linux allows without further ado.
  if (process.platform !== 'linux') return 'these tests need Linux'
  const { error } = spawnSync(NGINX, ['-v'], { env: { PATH } })
  return error && 'nginx is not installed'
}

/** Why tests behind nginx are skipped on this machine; `undefined` where they run. */
export const noNginx: string | undefined = whyNot()

function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.scaled.conf has no ${from}`)
  return text.replaceAll(from, to)
}

/** `deploy/nginx.scaled.conf` for other addresses and another folder, and nothing else. */
function adapt(port: number, servers: readonly string[], folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};\n`)
    .join('')
  let text = readFileSync(CONFIGURATION, 'utf8')
  for (const [at, server] of servers.entries()) {
    text = replace(text, `catchword-${at + 1}:3000`, server)
  }
  text = replace(text, 'listen 8080;', `listen 127.0.0.1:${port};`)
  text = replace(text, '/dev/stdout', join(folder, 'access.log'))
  text = replace(text, '/dev/stderr', join(folder, 'error.log'))
  return replace(text, 'http {\n', `http {\n${temporary}`)
}

/** nginx as `deploy/nginx.scaled.conf` says, in front of these servers (`host:port`). */
export async function startNginx(port: number, servers: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, adapt(port, servers, folder))
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')};`
  const nginx = spawn(NGINX, ['-p', folder, '-c', file, '-e', 'stderr', '-g', globals], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let message = ''
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => (message += text))
  const ended = once(nginx, 'exit')
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${message}`)
    try {
      await fetch(`http://127.0.0.1:${port}/healthz`)
      break
    } catch {
      await delay(50)
    }
  }
  return {
    /** What it wrote about requests so far. */
    log: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    /** And of what failed. */
    errors: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    async close() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
