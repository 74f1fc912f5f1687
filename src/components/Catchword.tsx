import Link from '@mui/material/Link'
import { keyframes } from '@mui/material/styles'
import { focusId, scrollToId } from '../lib/scroll.ts'

const vanish = keyframes({ to: { visibility: 'hidden' } })

/** Phones have none, nor has a browser without scroll-driven animations. */
const look = {
  display: 'none',
  '@supports (animation-timeline: view())': { display: { above768: 'inline-block' } },
  px: 1,
  lineHeight: '44px',
  borderBottom: 1,
  borderColor: 'divider',
  '&::after': { content: '" ↓" / ""' },
  // Gone once it is so high above the window's foot that the next heading, just below it, is in view.
  animation: `${vanish} linear both`,
  animationTimeline: 'view(0px)',
  animationRange: 'entry 100% entry calc(100% + 6rem)',
  // Reached by Tab it stays, wherever the window scrolls to.
  '&:focus-visible': { animation: 'none' },
} as const

/** The word at the foot of a section that tells what comes next, and leads there; where the next one cannot be seen. */
export const Catchword = ({ to, children }: { to: string; children: string }) => (
  <Link
    variant="subtitle1"
    color="textSecondary"
    underline="hover"
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault()
      scrollToId(to)
      focusId(to)
    }}
    sx={look}
  >
    {children}
  </Link>
)
