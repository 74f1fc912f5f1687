import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  createElement,
  Fragment,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { parseHtml } from '../../lib/text.ts'
import { readerMessages } from '../../readerMessages.ts'

/** The tags of a description that stay, without their attributes (docs/decisions/0043). */
const ALLOWED_TAGS: ReadonlySet<string> = new Set('P BR B I EM STRONG UL OL LI'.split(' '))

/** A parsed description as React elements: nothing in it can run. Other tags vanish, their text stays. */
function toReact(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (node.nodeType !== Node.ELEMENT_NODE) return null
  const children = Array.from(node.childNodes, toReact)
  if (!ALLOWED_TAGS.has(node.nodeName))
    return createElement(Fragment, { key }, ' ', ...children, ' ')
  return createElement(node.nodeName.toLowerCase(), { key }, ...children)
}

/** A book's description with its allowed markup. */
export function Description({ html }: { html: string }) {
  const body = parseHtml(html)
  const children = Array.from(body.childNodes, toReact)
  if (body.textContent?.trim() === '') return <p>{readerMessages.book.noDescription}</p>
  // Text alone is one paragraph.
  return body.querySelector('p, ul, ol') ? children : <p>{children}</p>
}

/** Its lines are cut by the fade; scrolled to its end it has none in it. */
const FADE = '3rem'

const regionLook = {
  typography: 'lede',
  maxHeight: { xs: 'min(60vh, 34rem)', above1280: '18rem' },
  paddingInlineEnd: 1.5,
  // Prose, unlike a title, begins where its own language does.
  textAlign: 'start',
  overflowY: 'auto',
  scrollbarWidth: 'thin',
  fontSize: '1.125rem',
  '& p': { mt: 0, mb: '0.9em' },
  '& p:last-child': { mb: 0 },
  '&[data-cut=true]': {
    pb: FADE,
    maskImage: `linear-gradient(to top, transparent, #000 ${FADE})`,
    '@media print': { maskImage: 'none' },
  },
  '&[data-whole=true]': { maxHeight: 'none' },
  '@media print': { maxHeight: 'none' },
}

/** The description of a book's page. A long one can be scrolled, ends in a fade, and opens by a button. */
export function FoldedDescription({ html, language }: { html: string; language?: string }) {
  const id = useId()
  const region = useRef<HTMLElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const measure = () => {
      const { scrollHeight = 0, clientHeight = 0, dataset } = region.current ?? {}
      if (dataset?.['whole'] !== 'true') setLong(scrollHeight > clientHeight)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return (
    <Box sx={{ maxWidth: '40rem' }}>
      <Box
        ref={region}
        id={id}
        component="section"
        dir="auto"
        lang={html === '' ? undefined : language}
        aria-label={readerMessages.book.description}
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
        data-cut={isLong && !isWhole}
        data-whole={isWhole}
        sx={regionLook}
      >
        <Description html={html} />
      </Box>
      {isLong && (
        <Button
          color="inherit"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
          sx={{ px: 0, displayPrint: 'none' }}
        >
          {isWhole ? readerMessages.book.less : readerMessages.book.whole}
        </Button>
      )}
    </Box>
  )
}
