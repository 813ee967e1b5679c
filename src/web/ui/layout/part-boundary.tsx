import { Component, type ReactNode } from 'react'

const missing = new WeakSet<object>()

/** Remembers an error of the bundler's loader: it says that a file did not come, not that the program is wrong. */
export const noteMissingPart = (error: object): void => void missing.add(error)

interface PartBoundaryProps {
  /** Closes what was to be shown, so that the next press opens it anew. */
  close?: () => void
  /** In place of a part that has others around it. */
  instead?: ReactNode
  children: ReactNode
}

interface PartBoundaryState {
  caught: unknown
}

/**
 * Around a part that is loaded when it is wanted: where its file does not come, the screen and what was typed in it stay
 * (screens.md 3.4). What else fails in it is left to the screen.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { caught: undefined }

  static getDerivedStateFromError = (caught: unknown): PartBoundaryState => ({ caught })

  override componentDidCatch(error: unknown) {
    const { close } = this.props
    if (!close || !isMissing(error)) return
    close()
    this.setState({ caught: undefined })
  }

  override render() {
    const { caught } = this.state
    if (caught === undefined) return this.props.children
    if (!isMissing(caught)) throw caught
    return this.props.instead ?? null
  }
}

const isMissing = (error: unknown) =>
  typeof error === 'object' && error !== null && missing.has(error)
