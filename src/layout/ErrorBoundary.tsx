import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Boundary } from '../lib/Boundary.tsx'
import { ChunkLoadError } from '../lib/lazyWithReload.ts'
import { messages } from '../messages.ts'

/** The last resort: a page that failed to render says so and offers a reload. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={renderFailure}>{children}</Boundary>
}

function renderFailure(error: unknown) {
  return (
    <Box role="alert" sx={{ display: 'grid', justifyItems: 'start', gap: 2, py: 4 }}>
      <Typography variant="h1">This page could not be shown</Typography>
      <Typography>
        {error instanceof ChunkLoadError
          ? messages.chunkMissing
          : 'Reloading often helps. Your favorites are safe on the server.'}
      </Typography>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
    </Box>
  )
}
