import { readWhole } from '../vote/plate-forms.ts'
import { joinColumns } from '../vote/columns.ts'
import type { PlateModels } from '../model/plate-models.ts'
import { WORTH_SHOWING, type AreaReading } from './read-area.ts'
import type { Quad } from './text-areas.ts'

/** A line of a square plate shows two signs at least; with the mark of a country seven at most. */
const FEWEST_SIGNS = 2
const MOST_SIGNS = 7

/** Reads two areas that stand one below the other as one plate; what is part of a plate already is left out. */
export function readSquarePlates(
  models: PlateModels,
  areas: readonly AreaReading[],
): AreaReading[] {
  const lines = areas.filter(
    ({ signs, plate }) =>
      signs >= FEWEST_SIGNS && signs <= MOST_SIGNS && (plate?.confidence ?? 0) < WORTH_SHOWING,
  )
  return lines.flatMap((above) =>
    lines.flatMap((below) => {
      if (!standsBelow(above.area, below.area)) return []
      const upper = above.writing.columns
      const writing = {
        columns: joinColumns(upper, below.writing.columns),
        ground: above.writing.ground,
        upper: upper.steps,
      }
      const plate = readWhole(writing, models.alphabet)
      if (!plate) return []
      const area = around(above.area, below.area)
      return [{ area, writing, signs: above.signs + below.signs, plate }]
    }),
  )
}

function standsBelow(above: Quad, below: Quad): boolean {
  const down = below.cy - above.cy
  const height = (above.height + below.height) / 2
  const ratio = above.height / below.height
  const apart = Math.abs(below.cx - above.cx)
  return (
    down > height * 0.5 &&
    down < height * 1.7 &&
    ratio > 0.5 &&
    ratio < 2 &&
    apart < Math.max(above.width, below.width) * 0.5 &&
    Math.abs(above.angle - below.angle) < 0.35
  )
}

function around(above: Quad, below: Quad): Quad {
  return {
    cx: (above.cx + below.cx) / 2,
    cy: (above.cy + below.cy) / 2,
    width: Math.max(above.width, below.width),
    height: below.cy - above.cy + (above.height + below.height) / 2,
    angle: above.angle,
  }
}
