import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import { makeStore, untilRestored } from './state/store.ts'

/**
 * Draws a page as a visitor sees it first, without a browser; the build writes it into the page's HTML.
 * @param path of the page, such as '/'
 * @param ready draw what stands once it is known that nobody is signed in; otherwise the frame alone, as
 *   it stands before that
 * @returns HTML for `#root`
 */
export async function drawPage(path: string, ready: boolean): Promise<string> {
  const { store, persistor } = makeStore()
  if (ready) await untilRestored(store)
  else persistor.pause()
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <App store={store} />
    </StaticRouter>,
    {
      // A page that cannot be drawn fails the build.
      onError(error) {
        throw error
      },
    },
  )
  const chunks: string[] = []
  for await (const chunk of prelude) chunks.push(String(chunk))
  return chunks.join('')
}
