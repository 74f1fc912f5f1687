import Fab from '@mui/material/Fab'
import useScrollTrigger from '@mui/material/useScrollTrigger'
import { ArrowUpIcon } from '../components/icons.tsx'
import { SCROLL_TO_TOP_AFTER } from '../constants.ts'
import { focusMain, scrollToTop } from '../lib/scroll.ts'

/** The arrow that leads back up, once the page is scrolled down more than 300 px (decision 13). */
export function ScrollToTop() {
  const isShown = useScrollTrigger({ threshold: SCROLL_TO_TOP_AFTER, disableHysteresis: true })
  if (!isShown) return null
  return (
    <Fab
      size="small"
      aria-label="Scroll to top"
      onClick={() => {
        // The button goes; the next Tab begins where the page does.
        focusMain()
        scrollToTop()
      }}
      sx={{
        position: 'fixed',
        left: 'max(8px, env(safe-area-inset-left, 0px))',
        bottom: 'calc(16px + env(safe-area-inset-bottom, 0px))',
        zIndex: 'fab',
        ':root:has([data-sticky-foot]) &': { bottom: 88 },
        displayPrint: 'none',
      }}
    >
      <ArrowUpIcon />
    </Fab>
  )
}
