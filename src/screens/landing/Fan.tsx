import { styled } from '@mui/material/styles'
import books from './showcase.json' with { type: 'json' }

/** Five covers held like a hand of cards; each has its place from the middle, -2 to 2. */
const Hand = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  justifyContent: 'center',
  maxWidth: 680,
  margin: 'clamp(20px, 4vh, 44px) auto 0',
  padding: '12px 0 56px',
  '& img': {
    width: 'clamp(56px, 21%, 168px)',
    height: 'auto',
    aspectRatio: '2 / 3',
    marginInline: '-2%',
    borderRadius: theme.shape.borderRadius,
    boxShadow: `0 10px 24px -10px ${theme.vars.palette.shade}`,
    outline: '1px solid rgb(128 128 128 / 25%)',
    outlineOffset: -1,
    transition: 'transform 240ms ease-out',
  },
  ...Object.fromEntries(
    [-2, -1, 0, 1, 2].map((place, index) => [
      `& img:nth-of-type(${index + 1})`,
      {
        zIndex: 3 - Math.abs(place),
        transform: `translateY(${place * place * 7}px) rotate(${place * 7}deg)`,
        '&:hover': {
          zIndex: 4,
          transform: `translateY(-12px) rotate(${place * 3.5}deg) scale(1.05)`,
        },
      },
    ]),
  ),
}))

/** Decoration: the showcase below names the same books. */
export function Fan() {
  return (
    <Hand aria-hidden>
      {books.slice(0, 5).map(({ id }, index) => (
        // Lazy: React writes a preload for every other image, and five of them hold back the first paint.
        <img
          key={id}
          src={`/showcase/${index + 1}-224.avif`}
          alt=""
          width={224}
          height={336}
          loading="lazy"
        />
      ))}
    </Hand>
  )
}
