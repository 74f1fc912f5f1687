import CardMedia from '@mui/material/CardMedia'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { DEFAULT_COVER } from '../constants.ts'
import { clampLines } from '../themeComponents.ts'

/** 2:3, a hairline, a soft shadow, and the faint light along the spine, which is at the left in every language. */
const Cover = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'block',
  aspectRatio: '2 / 3',
  overflow: 'hidden',
  borderRadius: theme.shape.borderRadius,
  background: theme.vars.palette.wash,
  // Under the default cover's dark type, before it is there.
  '&:has(> span)': { background: '#efe6d6' },
  boxShadow: `0 1px 2px ${theme.vars.palette.shade}, 0 8px 20px -8px ${theme.vars.palette.shade}`,
  printColorAdjust: 'exact',
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    borderRadius: 'inherit',
    boxShadow: 'inset 0 0 0 1px rgb(128 128 128 / 25%)',
    background:
      'linear-gradient(90deg, rgb(255 255 255 / 22%) 0, rgb(255 255 255 / 0%) 2.5%, rgb(0 0 0 / 14%) 4%, rgb(0 0 0 / 0%) 6.5%)',
    pointerEvents: 'none',
  },
}))

/** Title and authors in type on the default cover, between its two ornaments. */
const CoverText = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetBlock: '23% 27%',
  insetInline: '18% 11%',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: '4%',
  overflow: 'hidden',
  color: '#2a231d',
  textAlign: 'center',
  containerType: 'inline-size',
  '& > :first-of-type': {
    ...theme.typography.subtitle1,
    ...clampLines(4),
    fontSize: 'clamp(0.6rem, 13cqi, 1.3rem)',
    textWrap: 'balance',
  },
  '& > :last-of-type': {
    ...clampLines(2),
    fontSize: 'clamp(0.6rem, 8cqi, 0.875rem)',
    lineHeight: 1.2,
  },
}))

/** Holds a cover's place. */
export const CoverSkeleton = () => (
  <Skeleton variant="rounded" sx={{ height: 'auto', aspectRatio: '2 / 3' }} />
)

interface BookCoverProps {
  thumbnail: string | undefined
  /** Set in type on the default cover; without it the cover stays blank. */
  placeholder?: { title: string; authors: string }
  /** Above the fold: loaded at once. */
  eager?: boolean
}

/** A cover, or the default image. The title always stands beside it, so its `alt` is empty. */
export function BookCover({ thumbnail, placeholder, eager = false }: BookCoverProps) {
  const [failed, setFailed] = useState<string>()
  const isMissing = thumbnail === undefined || failed === thumbnail
  const source = isMissing ? DEFAULT_COVER : thumbnail
  return (
    <Cover dir="ltr">
      <CardMedia
        key={source}
        component="img"
        src={source}
        alt=""
        width={400}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        onError={({ currentTarget }: React.SyntheticEvent<HTMLImageElement>) => {
          setFailed(thumbnail)
          // Where the default image does not come either, the type stands without the browser's sign.
          currentTarget.style.visibility = 'hidden'
        }}
        onLoad={({ currentTarget: image }: React.SyntheticEvent<HTMLImageElement>) => {
          if (image.naturalWidth === 1 && image.naturalHeight === 1) setFailed(thumbnail)
        }}
        sx={{ height: '100%' }}
      />
      {isMissing && placeholder && (
        <CoverText aria-hidden>
          <span dir="auto">{placeholder.title}</span>
          <span dir="auto">{placeholder.authors}</span>
        </CoverText>
      )}
    </Cover>
  )
}
