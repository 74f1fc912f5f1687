import Typography from '@mui/material/Typography'

/** A loading or empty text, read out when it appears. */
export function StatusText({ children }: { children: string }) {
  return (
    <Typography role="status" color="textSecondary" sx={{ my: 1.5 }}>
      {children}
    </Typography>
  )
}
