import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { CHEAP_PASSWORDS } from './test/cheapPasswords.ts'
import { isFull } from './test/full.ts'

const server = {
  environment: 'node',
  env: CHEAP_PASSWORDS,
  globalSetup: 'test/sharedFolder.ts',
  // A full run may share its machine: it fails by what happens, not by the time.
  testTimeout: isFull ? 180_000 : 30_000,
  // A busy machine takes its time to start a server with its books.
  hookTimeout: isFull ? 180_000 : 60_000,
} as const

const page = {
  environment: 'jsdom' as const,
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  setupFiles: ['src/test/setup.ts'],
  // A busy machine takes its time.
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

const full = isFull ? [] : ['**/*.full.test.*']

/** Tests of the app that want modules and a window of their own: they replace some or load them anew, or are long. */
const apart = globSync('src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter(
  (file) =>
    file.includes('.full.') ||
    /vi\.(mock|resetModules|unstubAllGlobals)\(|devToolsExtension/.test(readFileSync(file, 'utf8')),
)

const folders = '{server,books,covers,contract,mocks,scripts,test}/**'

/** Files that share the modules of their worker; the others named replace modules or settings, or count what all do. */
const SHARING =
  'server/{accounts,covers,lib,plugins,routes,store}/!(loginWork|packed|password|passwords|writeWhole).test.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    // Many tests wait for a database, a timer or a process.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          ...page,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...apart, ...full],
          // The files of a worker share their modules: React, MUI and the app are loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...page, name: 'unit, apart', include: apart, exclude: full },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['{server,scripts,test}/**/*.test.ts'],
          exclude: ['**/*.full.test.ts', SHARING],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server, sharing',
          include: [SHARING],
          exclude: ['**/*.full.test.ts'],
          // Else each file would load the whole server again, which takes longer than most tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'books, covers, contract, mocks',
          include: ['{books,covers,contract,mocks}/**/*.test.ts'],
          exclude: ['**/*.full.test.ts'],
          // The files of a worker share their modules, most of which keep nothing: each is loaded once.
          isolate: false,
        },
      },
      // What takes long, or needs PostgreSQL or nginx.
      ...(isFull
        ? [
            {
              extends: true as const,
              test: { ...server, name: 'full', include: [`${folders}/*.full.test.ts`] },
            },
          ]
        : []),
    ],
  },
})
