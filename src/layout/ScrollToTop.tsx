import Fab from '@mui/material/Fab'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import { ArrowUpIcon } from '../components/icons.tsx'
import { SCROLL_TO_TOP_AFTER } from '../constants.ts'
import { focusMain, scrollToTop } from '../lib/scroll.ts'
import { messages } from '../messages.ts'
import { GUTTER } from '../theme.ts'

/** The arrow that leads back up, once the page is scrolled down more than 300 px. */
export function ScrollToTop() {
  const isShown = useScrollTrigger({ threshold: SCROLL_TO_TOP_AFTER, disableHysteresis: true })
  if (!isShown) return null
  return (
    <Fab
      aria-label={messages.layout.toTop}
      onClick={() => {
        // The button goes; the next Tab begins where the page does.
        focusMain()
        scrollToTop()
      }}
      sx={{
        // At the page's end in the room above the footer. The gutter holds it beside the words, where it is wide.
        position: 'sticky',
        bottom: 'calc(10px + env(safe-area-inset-bottom, 0px))',
        flexShrink: 0,
        alignSelf: 'end',
        width: 44,
        height: 44,
        mt: '-54px',
        mb: '10px',
        // Where the gutter is wider, in its middle.
        mr: { xs: 'env(safe-area-inset-right, 0px)', above993: `calc((${GUTTER} - 44px) / 2)` },
        // On a phone less is seen than can be pressed: it covers words there.
        '@media (max-width: 599.95px)': {
          border: '6px solid transparent',
          backgroundClip: 'padding-box',
          boxShadow: 'inset 0 0 0 1px var(--mui-palette-edge)',
        },
        zIndex: 'fab',
        // Above the foot with Confirm, also at the page's end. `:root` would be taken for a part of the button.
        'html:has([data-sticky-foot]) &': { bottom: 88, mt: '-168px', mb: '124px' },
        // The foot of chosen books takes its place on phones.
        'html:has([data-choosing]) &': { display: { xs: 'none', from664: 'inline-flex' } },
        displayPrint: 'none',
      }}
    >
      <ArrowUpIcon />
    </Fab>
  )
}
