import type { SignLine } from './find-lines.ts'
import type { GreyPicture } from './grey-picture.ts'
import {
  CELL,
  CELL_HEIGHT,
  CELL_WIDTH,
  APPEARANCES,
  normalise,
  SIGNS,
  type Shapes,
} from './sign-shapes.ts'

/** How alike a cell is to each of `SIGNS`, 1 at most. */
export type CellMatch = Float32Array

/** A cell is laid over a sign so far to each side, pixels of a cell: the course of a line is known to about one of them. */
const SHIFTS = [-1.2, -0.6, 0, 0.6, 1.2]
/** So many cells tell how the line looks: whether its print is bold and its picture sharp. */
const TRIED = 12

/** Compares the cells of a line with the shapes of OCR-B. */
export function matchLine(picture: GreyPicture, line: SignLine): CellMatch[] {
  const cells = Array.from({ length: line.cells }, (_, cell) => viewsOf(picture, line, cell))
  const tried = cells.filter((_, cell) => cell % Math.ceil(line.cells / TRIED) === 0)
  const totals = APPEARANCES.map((shapes) =>
    tried.reduce((sum, views) => sum + Math.max(...matchCell(views.slice(12, 13), shapes)), 0),
  )
  const shapes = APPEARANCES[totals.indexOf(Math.max(...totals))]!
  return cells.map((views) => matchCell(views, shapes))
}

function matchCell(views: readonly Float32Array[], shapes: Shapes): CellMatch {
  const match = new Float32Array(SIGNS.length).fill(-1)
  for (const view of views)
    for (let sign = 0; sign < match.length; sign++) {
      const shape = shapes[sign]!
      let product = 0
      for (let i = 0; i < CELL; i++) product += view[i]! * shape[i]!
      if (product > match[sign]!) match[sign] = product
    }
  return match
}

/** The cell as ink, cut out at 25 places around where it is expected. */
function viewsOf(picture: GreyPicture, line: SignLine, cell: number): Float32Array[] {
  const cx = line.x(cell)
  const cy = line.y(cell)
  const wide = (line.x(cell + 0.5) - line.x(cell - 0.5)) / CELL_WIDTH
  const slope =
    (line.y(cell + 0.5) - line.y(cell - 0.5)) / (line.x(cell + 0.5) - line.x(cell - 0.5))
  const cos = 1 / Math.hypot(1, slope)
  const sin = slope * cos
  return SHIFTS.flatMap((down) =>
    SHIFTS.map((right) => {
      const view = new Float32Array(CELL)
      for (let y = 0, at = 0; y < CELL_HEIGHT; y++)
        for (let x = 0; x < CELL_WIDTH; x++, at++) {
          const u = (x + 0.5 - CELL_WIDTH / 2 + right) * wide
          const v = (y + 0.5 - CELL_HEIGHT / 2 + down) * wide
          view[at] = -meanAt(picture, cx + u * cos - v * sin, cy + u * sin + v * cos, wide)
        }
      return normalise(view)
    }),
  )
}

/** The mean of a square so wide, of four places within. */
function meanAt(picture: GreyPicture, x: number, y: number, wide: number): number {
  const quarter = wide / 4
  return (
    valueAt(picture, x - quarter, y - quarter) +
    valueAt(picture, x + quarter, y - quarter) +
    valueAt(picture, x - quarter, y + quarter) +
    valueAt(picture, x + quarter, y + quarter)
  )
}

function valueAt({ data, width, height }: GreyPicture, x: number, y: number): number {
  const px = Math.min(width - 2, Math.max(0, x - 0.5))
  const py = Math.min(height - 2, Math.max(0, y - 0.5))
  const x0 = Math.trunc(px)
  const y0 = Math.trunc(py)
  const at = y0 * width + x0
  const upper = data[at]! + (data[at + 1]! - data[at]!) * (px - x0)
  const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * (px - x0)
  return upper + (lower - upper) * (py - y0)
}
