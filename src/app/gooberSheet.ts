/**
 * notistack styles itself through goober, which writes text into a `<style>` element: our content
 * security policy (and Trusted Types) refuse that. goober takes `window._goober` for its element where
 * there is one, so it gets one whose text is a constructed style sheet, which the policy allows.
 */
interface SheetElement {
  nonce?: string
  readonly parentNode: Node
  readonly firstChild: { data: string }
}

declare global {
  interface Window {
    _goober?: SheetElement | Element
  }
}

/** Gives goober its sheet; once is enough, and a browser without constructed sheets keeps its own way. */
export function provideGooberSheet(): void {
  if (window._goober || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  let text = ''
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  window._goober = {
    parentNode: document.head,
    firstChild: {
      get data() {
        return text
      },
      set data(next: string) {
        text = next
        sheet.replaceSync(next)
      },
    },
  }
}
