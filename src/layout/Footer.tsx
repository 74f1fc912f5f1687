import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { CREDIT_URL } from '../constants.ts'
import { useIsHydrated } from '../lib/useIsHydrated.ts'
import { messages } from '../messages.ts'
import { CONTENT_WIDTH, GUTTER } from '../theme.ts'

const YEAR = new Date().getFullYear()

/** The year, the product's name and the credit link; for visitors the choice of a language. */
export function Footer({ children }: { children?: ReactNode }) {
  // A prerendered page may be read in another year.
  const year = useIsHydrated() ? YEAR : ''
  return (
    <Box
      component="footer"
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        pt: 2,
        pb: 'calc(1rem + env(safe-area-inset-bottom, 0px))',
        displayPrint: 'none',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '0.5rem 2rem',
          maxWidth: CONTENT_WIDTH,
          mx: 'auto',
          paddingInline: GUTTER,
        }}
      >
        {children}
        <Typography variant="body2">{messages.layout.copyright({ year: String(year) })}</Typography>
        <Typography
          component="a"
          variant="body2"
          sx={{ color: 'inherit', minHeight: 24 }}
          href={CREDIT_URL}
          target="_blank"
          rel="noopener noreferrer"
        >
          {messages.layout.credit}
        </Typography>
      </Box>
    </Box>
  )
}
