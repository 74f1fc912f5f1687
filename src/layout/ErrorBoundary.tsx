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
  const { chunkMissing, failedHint } = messages.layout
  const text = error instanceof ChunkLoadError ? chunkMissing : failedHint
  return (
    <EmptyState
      picture="torn-page"
      title={messages.layout.failed}
      text={text}
      onClick={() => window.location.reload()}
    >
      {messages.layout.reload}
    </EmptyState>
  )
}
