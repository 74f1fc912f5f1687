import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { paths } from '../../paths.ts'

/** Any other path (docs/product.md 2.1, decision 11). */
export function NotFoundScreen() {
  usePageTitle('Not found')
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, py: '10vh', textAlign: 'center' }}>
      <Typography
        variant="hero"
        component="p"
        aria-hidden
        color="textSecondary"
        sx={{ fontSize: 'clamp(4rem, 14vw, 9rem)' }}
      >
        404
      </Typography>
      <Typography variant="h1">You have found the last world</Typography>
      <Typography variant="lede" component="p" color="textSecondary">
        Beyond this page the map is blank.
      </Typography>
      <Button component={Link} to={paths.home} variant="contained">
        Go back to Home
      </Button>
    </Box>
  )
}
