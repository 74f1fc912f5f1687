import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Component, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/lazyWithReload.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { resetStorage } from '../store/storage.ts'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another page is tried anew. */
  page?: string
}

type ErrorBoundaryState = { error: unknown; page: string | undefined }

function startOver(): void {
  resetStorage()
  window.location.assign(paths.home)
}

/** The last resort: a page that failed to render says so and offers two ways out. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, page: this.props.page }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ page }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return page === state.page ? null : { error: undefined, page }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const text =
      error instanceof ChunkLoadError
        ? messages.chunkMissing
        : 'Reloading often helps. Your favorites are safe on the server.'
    return (
      <Box role="alert" sx={{ display: 'grid', justifyItems: 'start', gap: 2, py: 4 }}>
        <Typography variant="h1">This page could not be shown</Typography>
        <Typography>{text}</Typography>
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
}
