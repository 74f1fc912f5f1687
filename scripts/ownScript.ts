import { build, type Rolldown } from 'vite'
import { terser } from './terser.ts'

/** The script that every page begins with. */
export const OWN_SCRIPT = 'src/main.tsx'
/** What it fetches and starts. */
const PRODUCT = './product.tsx'

/**
 * The page's own script as it stands in the page (decision page 0039): `src/main.tsx` with all that it needs,
 * but for the product, which it fetches from the file that the build made of it.
 *
 * @param chunk the script as a file of the build; nobody else needs that, and it is taken out of `bundle`
 */
export async function takeOwnScript(
  root: string,
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
): Promise<string> {
  const needing = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.imports.includes(chunk.fileName),
  )
  if (needing) throw new Error(`${needing.fileName} needs ${chunk.fileName}, which is no file.`)
  // What the product is called in its file, only the bundler knows.
  const [, file, found] = /import\("\.\/([^"]+)"\)(\.then\(\w+=>\w+\.\w+\))/.exec(chunk.code) ?? []
  if (file === undefined) throw new Error(`${OWN_SCRIPT} does not fetch ${PRODUCT}.`)
  delete bundle[chunk.fileName]
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: OWN_SCRIPT, formats: ['es'] },
      minify: 'terser',
      terserOptions: terser,
      rolldownOptions: { external: (id) => id === PRODUCT },
    },
  })
  const [output] = [built].flat()
  const own = output && 'output' in output ? output.output[0].code.trim() : ''
  const asked = `import("${PRODUCT}")`
  if (own.split(asked).length !== 2) {
    throw new Error(`${OWN_SCRIPT} was built in a way not known here.`)
  }
  const script = own.replace(asked, () => `import("/assets/${file}")${found}`)
  if (script.includes('</')) throw new Error(`${OWN_SCRIPT} cannot stand in a page.`)
  return script
}
