import { styled } from '@mui/material/styles'
import { ShowcaseCover } from './Showcase.tsx'

/** Three covers held like a hand of cards, whose titles can be read. */
const Hand = styled('div')({
  display: 'flex',
  justifyContent: 'center',
  isolation: 'isolate',
  padding: '40px 0 36px',
  '& img': { width: 'clamp(80px, 30%, 224px)' },
  '& img:first-of-type': { transform: 'translateY(9%) rotate(-8deg)' },
  '& img:nth-of-type(2)': { zIndex: 1 },
  '& img:last-of-type': { transform: 'translateY(9%) rotate(8deg)' },
  '& img:hover': { zIndex: 2, transform: 'translateY(-12px) scale(1.05)' },
})

/** Decoration: the showcase below names the same books. */
export const Fan = () => (
  <Hand aria-hidden dir="ltr">
    {[1, 2, 3].map((number) => (
      <ShowcaseCover key={number} number={number} alt="" />
    ))}
  </Hand>
)
