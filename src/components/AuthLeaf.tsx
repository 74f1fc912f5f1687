import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Leaf } from './Leaf.tsx'
import type { AuthMode } from './useFields.ts'

/** The side image stands on the leaf's foot; it is taller than any form. */
const Side = styled('div')({
  position: 'relative',
  flex: '0 0 min(35%, 280px)',
  minHeight: 420,
  display: 'none',
  overflow: 'hidden',
  '@container (min-width: 600px)': { display: 'block' },
  '& img': {
    position: 'absolute',
    bottom: 0,
    width: '100%',
    height: 'auto',
    background: 'inherit',
    // Over the browser's sign, where no picture comes.
    '&::after': { content: '""', position: 'absolute', inset: 0, background: 'inherit' },
  },
})

/** The leaf of paper that the form stands on, with the side image of its mode. */
export function AuthLeaf({ mode, children }: { mode: AuthMode; children: ReactNode }) {
  return (
    // As high as the login form, so that nothing moves while its HTML comes.
    <Leaf sx={{ minHeight: { above993: 494 } }}>
      <Side sx={{ bgcolor: mode === 'register' ? '#1F332E' : '#5B1F1D' }}>
        <img src={`/side-${mode}.svg`} alt="" width={280} height={840} loading="lazy" />
      </Side>
      <Box sx={{ flex: 1, minWidth: 0, my: 'auto', p: 'clamp(20px, 6cqi, 40px)' }}>{children}</Box>
    </Leaf>
  )
}
