import Grid from '@mui/material/Grid'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import books from './showcase.json' with { type: 'json' }

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 'auto',
  aspectRatio: '2 / 3',
  borderRadius: theme.shape.borderRadius,
  background: theme.vars.palette.wash,
  boxShadow: `0 1px 2px ${theme.vars.palette.shade}, 0 8px 20px -8px ${theme.vars.palette.shade}`,
  outline: '1px solid rgb(128 128 128 / 25%)',
  outlineOffset: -1,
  // Where no picture comes, its words in place of the browser's sign.
  position: 'relative',
  '&::after': {
    content: 'attr(alt)',
    position: 'absolute',
    inset: 0,
    padding: '20% 12%',
    background: 'inherit',
  },
  transition: 'transform 240ms ease-out, box-shadow 240ms ease-out',
}))

/** A cover of the showcase, numbered from 1 in public/showcase. Lazy: React writes a preload for any other image. */
export const ShowcaseCover = ({ number, alt }: { number: number; alt: string }) => (
  <Picture
    src={`/showcase/${number}.avif`}
    srcSet={`/showcase/${number}-224.avif 224w, /showcase/${number}.avif 400w`}
    sizes="(max-width: 768px) 30vw, min(15vw, 210px)"
    alt={alt}
    width={400}
    height={600}
    loading="lazy"
  />
)

const CoverLink = styled(Link)(({ theme }) => ({
  display: 'block',
  borderRadius: theme.shape.borderRadius,
  '&:hover img': {
    transform: 'translateY(-4px)',
    boxShadow: `0 20px 32px -14px ${theme.vars.palette.shade}`,
  },
}))

/** The wall of twelve covers, each the way to its book: six in a row; three at 768 px and below (docs/product.md 9.2). */
export function Showcase() {
  return (
    <Grid
      component="ul"
      container
      columns={{ xs: 3, above768: 6 }}
      spacing="clamp(10px, 1.8vw, 28px)"
    >
      {books.map(({ id, title, author }, index) => (
        <Grid key={id} component="li" size={1}>
          <CoverLink id={`showcase-${id}`} to={paths.book(id)}>
            <ShowcaseCover number={index + 1} alt={messages.bookBy({ title, author })} />
          </CoverLink>
        </Grid>
      ))}
    </Grid>
  )
}
