import type { Piece } from './piece.ts'

interface Placed {
  readonly piece: Piece
  readonly top: number
}

export type PdfSheet = readonly Placed[]

/** Puts pieces on sheets of a given height: none is split, heads are repeated, and pieces that belong together stay together. */
export function layOnSheets(pieces: readonly Piece[], height: number): PdfSheet[] {
  const sheets: Placed[][] = [[]]
  let top = 0
  const place = (piece: Piece) => {
    sheets.at(-1)!.push({ piece, top })
    top += piece.height
  }
  const turn = () => {
    sheets.push([])
    top = 0
  }
  const all = pieces.flatMap((piece) => withinSheet(piece, height))
  all.forEach((piece, index) => {
    const full = top + neededBy(all, index, height) > height + 0.01
    if ((full || piece.newSheet) && top > 0) {
      turn()
      if (piece.head) place(piece.head)
    }
    place(piece)
  })
  return sheets
}

/** A piece that is higher than a sheet falls into its parts. */
function withinSheet(piece: Piece, height: number): readonly Piece[] {
  if (piece.height <= height || !piece.parts) return [piece]
  return piece.parts.flatMap((part) => withinSheet(part, height))
}

/** What belongs together is parted only where no sheet has room for all of it. */
function neededBy(pieces: readonly Piece[], index: number, height: number): number {
  const piece = pieces[index]!
  const together = heightOf(pieces, index)
  return together + (piece.head?.height ?? 0) > height ? piece.height : together
}

/** A piece with all that has to stand on its sheet. */
function heightOf(pieces: readonly Piece[], index: number): number {
  let sum = 0
  for (let i = index; i < pieces.length; i++) {
    sum += pieces[i]!.height
    if (!pieces[i]!.withNext) break
  }
  return sum
}
