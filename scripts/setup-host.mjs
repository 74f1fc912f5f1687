// `npm run setup:host`: the packages that a server runs with, and a build; nothing of tests. Plain JavaScript,
// since it runs before Node 24 is there.
import { execSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The development packages that a build imports. */
const BUILD_TOOLS = [
  '@emotion/cache',
  '@emotion/server',
  '@vitejs/plugin-react',
  'msw',
  'vite',
  'vite-plugin-pwa',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const staging = join(root, 'build', 'setup')
const inRoot = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }

/**
 * Installs what the lockfile says, as if the build tools were needed at run time: npm installs all development
 * packages or none, and those of the tests are a browser and a database. What is there stays until it is replaced.
 */
function installPackages() {
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  for (const name of ['package-lock.json', '.npmrc']) cpSync(join(root, name), join(staging, name))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of BUILD_TOOLS) {
    manifest.dependencies[name] = manifest.devDependencies[name]
    delete manifest.devDependencies[name]
  }
  writeFileSync(join(staging, 'package.json'), JSON.stringify(manifest))
  execSync('npm ci --omit=dev --ignore-scripts', { ...inRoot, cwd: staging })
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  renameSync(join(staging, 'node_modules'), join(root, 'node_modules'))
  rmSync(staging, { recursive: true })
}

try {
  console.log('1 of 3: packages (a minute or two) …')
  installPackages()
  execSync('npm run --silent postinstall', inRoot)
  console.log('2 of 3: the app …')
  execSync('npm run --silent build', inRoot)
  console.log('3 of 3: leaving out what only the build needed …')
  execSync('npm prune --omit=dev --ignore-scripts', inRoot)
  console.log('Ready. Start it with "npm start".')
} catch (error) {
  const [line] = String(error.message).split('\n', 1)
  console.error(`The setup is not finished: ${line}. The lines above say why.`)
  process.exitCode = 1
}
