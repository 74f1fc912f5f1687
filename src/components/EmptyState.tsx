import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface EmptyStateProps {
  /** A drawing in public/, 320 × 180. The torn page is of failures, which are read out at once. */
  picture?: 'empty-shelf' | 'torn-page' | 'blank-map' | 'spectacles'
  /** The page's heading, where it has no other. */
  title?: string
  text?: string
  /** In a row, on a page that has more than this. */
  isSmall?: boolean
  /** The way on: a link, or a button; its words are the children. */
  to?: string
  onClick?: () => void
  children?: ReactNode
}

const rowLook = { display: 'flex', alignItems: 'center', gap: 'clamp(12px, 3vw, 28px)', py: 2 }
const pageLook = { ...rowLook, flexDirection: 'column', py: '6vh', textAlign: 'center' } as const
const wordsLook = { display: 'grid', gap: 2, minWidth: 0, overflowWrap: 'anywhere' }

/** What stands where there is nothing, or where something failed: a drawing, a sentence, the way on. */
export function EmptyState(props: EmptyStateProps) {
  const { picture = 'empty-shelf', title, text, isSmall = false, to, onClick, children } = props
  const width = isSmall ? 'clamp(104px, 22vw, 160px)' : 'min(320px, 80%)'
  const link = to === undefined ? undefined : { component: Link, to }
  return (
    <Box role={picture === 'torn-page' ? 'alert' : 'status'} sx={isSmall ? rowLook : pageLook}>
      <Box
        component="img"
        src={`/${picture}.svg`}
        alt=""
        width={320}
        height={180}
        loading="lazy"
        sx={{ flexShrink: 0, width, height: 'auto', aspectRatio: '16 / 9' }}
      />
      <Box sx={{ ...wordsLook, justifyItems: isSmall ? 'start' : 'center' }}>
        {title !== undefined && <Typography variant="h1">{title}</Typography>}
        {text !== undefined && (
          <Typography variant={isSmall ? 'body1' : 'lede'} component="p" color="textSecondary">
            {text}
          </Typography>
        )}
        {link || onClick ? (
          <Button variant={isSmall ? 'outlined' : 'contained'} onClick={onClick} {...link}>
            {children}
          </Button>
        ) : (
          children
        )}
      </Box>
    </Box>
  )
}
