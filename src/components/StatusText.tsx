import type { SxProps } from '@mui/material/styles'
import Typography from '@mui/material/Typography'

/** A loading or empty text, read out when it appears. */
export function StatusText({ children, sx = { my: 1.5 } }: { children: string; sx?: SxProps }) {
  return (
    <Typography role="status" color="textSecondary" sx={sx}>
      {children}
    </Typography>
  )
}
