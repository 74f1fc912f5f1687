import type { ReactNode } from 'react'
import { EmptyState } from '../components/EmptyState.tsx'
import { Boundary } from '../lib/Boundary.tsx'
import { ChunkLoadError } from '../lib/lazyWithReload.ts'
import { messages } from '../messages.ts'

/** The last resort: a page that failed to render says so and offers a reload. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={renderFailure}>{children}</Boundary>
}

function renderFailure(error: unknown) {
  const text =
    error instanceof ChunkLoadError
      ? messages.chunkMissing
      : 'Reloading often helps. Your favorites are safe on the server.'
  return (
    <EmptyState
      picture="torn-page"
      title="This page could not be shown"
      text={text}
      onClick={() => window.location.reload()}
    >
      {messages.reload}
    </EmptyState>
  )
}
