import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Boundary } from '../lib/Boundary.tsx'
import { ChunkLoadError } from '../lib/lazyWithReload.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { resetStorage } from '../store/storage.ts'

function startOver(): void {
  resetStorage()
  window.location.assign(paths.home)
}

/** The last resort: a page that failed to render says so and offers two ways out. */
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {messages.reload}
        </Button>
        <Button variant="outlined" color="inherit" onClick={startOver}>
          Sign out and start over
        </Button>
      </Box>
    </Box>
  )
}
