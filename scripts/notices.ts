import { appendFile, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** What Vite leaves out of its list, since no script imports it: typefaces, and the service worker's library. */
export const PACKAGES = ['@fontsource/fraunces', '@fontsource/literata', 'workbox-core']

/** The notices of everybody whose work is in the build: a file of it, which the server serves by its name. */
export const NOTICES = 'third-party-notices.txt'

/** Completes the notices that Vite writes for packages of scripts (`build.license`). */
export function completeNotices(): Plugin {
  let root = ''
  let file = ''
  return {
    name: 'complete-notices',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
      file = resolve(root, config.build.outDir, NOTICES)
    },
    async writeBundle() {
      for (const name of PACKAGES) {
        const license = await readFile(join(root, 'node_modules', name, 'LICENSE'), 'utf8')
        await appendFile(file, `\n## ${name}\n\n${license.trim()}\n`)
      }
    },
  }
}
