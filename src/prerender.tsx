import { text } from 'node:stream/consumers'
import createCache from '@emotion/cache'
import createEmotionServer from '@emotion/server/create-instance'
import InitColorSchemeScript from '@mui/material/InitColorSchemeScript'
import { extractCss } from 'goober'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './App.tsx'
import { type Language } from '../contract/languages.ts'
import { headMessages } from './headMessages.ts'
import { getDirection, setLanguage, type LanguageFile } from './languages/language.ts'
import { mirroringCache } from './languages/mirroringCache.ts'
import { messages } from './messages.ts'
import { makeStore, stateOfReader } from './store/store.ts'
import { SCHEME_ATTRIBUTE, SCHEME_STORAGE_KEY } from './theme.ts'

/** notistack's styles: goober finds them in the page and writes none itself, which the policy would refuse. */
const toastStyle = `<style id="_goober">${extractCss()}</style>`

/** Sets the stored colour scheme before the first paint. */
const schemeScript = renderToStaticMarkup(
  <InitColorSchemeScript attribute={SCHEME_ATTRIBUTE} modeStorageKey={SCHEME_STORAGE_KEY} />,
)

/**
 * Hides the page before the first paint where it is not for whom the browser's storage says (docs/product.md 3.2): a
 * link from another site brings no cookie, so that the server takes the reader for a visitor; and a cookie may be left
 * of a session that this browser has forgotten. `main.tsx` ends it; where that fails, the end of loading does, and where
 * its script never comes, the time.
 */
const hidingScript = (isReader: boolean): string =>
  '<script>try{const s=localStorage,h=document.documentElement,f=()=>h.hidden=false;' +
  `if(${isReader ? '!' : ''}(s.isLoggedIn=='true'&&s.token&&s.user)){h.hidden=true;addEventListener('load',f);setTimeout(f,1e4)}` +
  '}catch{}</script>'

/** A page as HTML: what goes into the head, and what into #root. */
export interface PrerenderedPage {
  head: string
  body: string
  /** Whether it is a reader's page: `main.tsx` hydrates it for none but readers. */
  isReader: boolean
}

/** What the head of a page says in its language. */
export interface HeadTexts {
  title: string
  description: string
  tagline: string
  noScript: string
}

/** Puts what is rendered from now on into a language. */
export function inLanguage(language: Language, file: LanguageFile): HeadTexts {
  setLanguage(language, file)
  return { title: messages.tab.product, ...headMessages }
}

/** Renders a page as a visitor or a reader sees it first, lazy screens included; runs at build time, in Node. */
export async function renderPage(path: string, isReader: boolean): Promise<PrerenderedPage> {
  const store = makeStore()
  const state = store.getState()
  // Without the prefixes for browsers that are no target of the build.
  const cache =
    getDirection() === 'rtl' ? mirroringCache() : createCache({ key: 'css', stylisPlugins: [] })
  // All styles go into the head, none into the body.
  cache.compat = true
  const emotion = createEmotionServer(cache)
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <App
        store={store}
        serverState={isReader ? stateOfReader(state, 'any') : state}
        styles={cache}
      />
    </StaticRouter>,
    // Whole in its place: a larger part would come behind the rest, with a script that moves it.
    { progressiveChunkSize: Infinity },
  )
  const body = await text(prelude)
  const styles = emotion.constructStyleTagsFromChunks(emotion.extractCriticalToChunks(body))
  return { head: `${hidingScript(isReader)}${schemeScript}${styles}${toastStyle}`, body, isReader }
}

/** The app shell: an empty page for every address that is not prerendered. */
export function renderShell(): PrerenderedPage {
  return { head: `${schemeScript}${toastStyle}`, body: '', isReader: false }
}
