import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import { sessionArrived } from './state/authSlice.ts'
import { makeStore, untilRestored } from './state/store.ts'

/**
 * For whom a page is drawn: a visitor; a reader, of whom nothing is known but that there is one; or nobody,
 * which is the frame alone, as it stands before it is known who is there.
 */
export type Audience = 'visitor' | 'reader' | 'nobody'

/**
 * Draws a page as it is seen first, without a browser; the build writes it into the page's HTML.
 * @param path of the page, such as '/'
 * @returns HTML for `#root`
 */
export async function drawPage(path: string, audience: Audience): Promise<string> {
  const { store, persistor } = makeStore()
  if (audience === 'nobody') persistor.pause()
  else await untilRestored(store)
  if (audience === 'reader') {
    store.dispatch(sessionArrived({ token: 'none', user: { id: 'reader', name: '' } }))
  }
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
  return text(prelude)
}
