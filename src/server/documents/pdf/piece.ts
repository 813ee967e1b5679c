/** A part of a sheet that is not cut: its height, and how it is drawn from a top edge on. */
export interface Piece {
  readonly height: number
  draw(top: number): void
  /** Stays on the sheet of the piece that follows. */
  readonly withNext?: boolean
  /** Begins a new sheet. */
  readonly newSheet?: boolean
  /** What is repeated above it where it begins a sheet. */
  readonly head?: Piece
  /** What it falls into where it is higher than a sheet. */
  readonly parts?: readonly Piece[]
}

/** Pieces one below the other, as one. */
export function stack(parts: readonly Piece[]): Piece {
  const height = parts.reduce((sum, part) => sum + part.height, 0)
  const draw = (top: number) => {
    let y = top
    for (const part of parts) {
      part.draw(y)
      y += part.height
    }
  }
  return { height, draw, parts }
}

export function emptyPiece(height: number): Piece {
  return { height, draw: () => undefined }
}
