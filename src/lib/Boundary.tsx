import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  fallback: (error: unknown) => ReactNode
}

/** Renders its fallback in place of children that failed to render. */
export class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? this.props.children : this.props.fallback(error)
  }
}
