import type { Plugin } from 'vite'

/** Chromium looks for it at the very beginning of a script. */
const WHOLE = '//# allFunctionsCalledOnLoad\n'

/**
 * Has browsers that know the line compile the chunk of this name whole while it comes, beside the thread
 * that answers the reader, and not each function there where it is called first (decision page 0029). Other
 * browsers read a comment.
 *
 * @throws where the build has no such chunk
 */
export function compileEarly(name: string): Plugin {
  return {
    name: 'compile-early',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite itself puts a line at the beginning.
      order: 'post',
      handler(_options, bundle) {
        const chunk = Object.values(bundle).find((file) => file.name === name)
        if (chunk?.type !== 'chunk') return this.error(`The build has no chunk called ${name}.`)
        chunk.code = WHOLE + chunk.code
      },
    },
  }
}
