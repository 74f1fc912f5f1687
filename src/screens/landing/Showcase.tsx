import Grid from '@mui/material/Grid'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import books from './showcase.json' with { type: 'json' }

const Cover = styled(Link)(({ theme }) => ({
  display: 'block',
  borderRadius: theme.shape.borderRadius,
  '& img': {
    display: 'block',
    width: '100%',
    height: 'auto',
    aspectRatio: '2 / 3',
    borderRadius: theme.shape.borderRadius,
    background: theme.vars.palette.wash,
    boxShadow: `0 1px 2px ${theme.vars.palette.shade}, 0 8px 20px -8px ${theme.vars.palette.shade}`,
    outline: '1px solid rgb(128 128 128 / 25%)',
    outlineOffset: -1,
    transition: 'transform 160ms ease-out, box-shadow 160ms ease-out',
  },
  '&:hover img': {
    transform: 'translateY(-4px)',
    boxShadow: `0 20px 32px -14px ${theme.vars.palette.shade}`,
  },
}))

/**
 * The wall of twelve covers, numbered from 1 in public/showcase, each the way to its book: six in a row; three at
 * 768 px and below (docs/product.md 9.2).
 */
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
          <Cover id={`showcase-${id}`} to={paths.book(id)}>
            <img
              src={`/showcase/${index + 1}.avif`}
              srcSet={`/showcase/${index + 1}-224.avif 224w, /showcase/${index + 1}.avif 400w`}
              sizes="(max-width: 768px) 30vw, (max-width: 1480px) 15vw, 210px"
              alt={`${title} by ${author}`}
              width={400}
              height={600}
              loading="lazy"
            />
          </Cover>
        </Grid>
      ))}
    </Grid>
  )
}
