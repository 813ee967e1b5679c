import { cutStrip } from './cut-strip.ts'
import type { Picture } from './decode-picture.ts'
import type { PlateAlphabet } from '../model/plate-alphabet.ts'
import { readRegion, scoreOf, type FormReading } from '../vote/plate-forms.ts'
import type { Columns } from '../vote/columns.ts'
import type { Spelling } from '../vote/plate-grammar.ts'
import type { PlateModels } from '../model/plate-models.ts'
import { pointsOf, type Point, type Quad } from './text-areas.ts'

/**
 * Where the region block stands, in spans from the body's first to its last sign; height and shift in its height. The line
 * before it reads as a stroke of the first digit in some of them and not in others.
 */
const REGION_VIEWS = [
  { from: 0.16, width: 0.48, height: 0.8, across: -0.1 },
  { from: 0.17, width: 0.46, height: 0.65, across: -0.1 },
  { from: 0.2, width: 0.42, height: 0.6, across: -0.15 },
  { from: 0.13, width: 0.5, height: 0.7, across: -0.15 },
]
/** One look that shows nothing may not outvote the others. */
const WORST_SCORE = -7
/** The looks are at the same pixels, so they count for less than as many independent ones. */
const INDEPENDENCE = 0.5
const DOUBTFUL = 0.65
/** A look that shows other digits so clearly leaves a doubt, whatever the others say. */
const DENIES = 0.5
/** Looks that agree so clearly need no further one. */
const SURE = 0.9
/** In the same spans: where a region of three digits ends. */
const REACH = 0.68

/** What the digits behind a body say, read by themselves: from the next area to the right and from where the form expects them. */
export async function readRegionText(
  models: PlateModels,
  picture: Picture,
  area: Quad,
  areas: readonly Quad[],
  body: FormReading,
): Promise<RegionReading | undefined> {
  const looks: RegionView[] = []
  let joined: RegionReading | undefined
  for (const quad of regionPlaces(area, areas, body)) {
    looks.push({ quad, columns: await models.recognise(cutStrip(picture, quad)) })
    joined = joinReadings(looks, models.alphabet)
    if (joined && joined.confidence >= SURE) break
  }
  return joined
}

interface RegionView {
  quad: Quad
  columns: Columns
}

export type RegionReading = Pick<Spelling, 'text' | 'confidence' | 'chars'> & { points: Point[] }

/** The region that all looks together show likeliest; two of them must have seen it by themselves to be sure of it. */
function joinReadings(
  looks: readonly RegionView[],
  alphabet: PlateAlphabet,
): RegionReading | undefined {
  const read = looks.flatMap(({ quad, columns }) => {
    const spelling = readRegion(columns, alphabet)
    return spelling ? [{ ...spelling, points: pointsOf(quad, spelling.at) }] : []
  })
  const texts = [...new Set(read.map(({ text }) => text))]
  const totals = texts.map((text) =>
    looks.reduce(
      (sum, { columns }) => sum + Math.max(WORST_SCORE, scoreOf(columns, text, alphabet)),
      0,
    ),
  )
  const most = Math.max(...totals)
  const text = texts[totals.indexOf(most)]
  if (text === undefined) return undefined
  const share = 1 / totals.reduce((sum, total) => sum + Math.exp((total - most) * INDEPENDENCE), 0)
  const agreeing = read.filter((look) => look.text === text)
  const best = agreeing.reduce((a, b) => (b.confidence > a.confidence ? b : a))
  const denied = read.some((look) => look.text !== text && look.confidence > DENIES)
  const supportedConfidence =
    agreeing.length > 1 && !denied ? Math.min(share, best.confidence) : DOUBTFUL
  const { chars, points } = best
  return { text, chars, points, confidence: Math.min(supportedConfidence, best.confidence) }
}

/** The whole plate where its body was found alone: as far to the right as its region can reach. */
export function withRegionPlace(area: Quad, { at }: FormReading): Quad {
  const place = (share: number) => (share - 0.5) * area.width
  const left = -area.width / 2
  const last = place(at.at(-1)!)
  const right = Math.max(area.width / 2, last + (last - place(at[0]!)) * REACH)
  const along = (left + right) / 2
  return {
    ...area,
    cx: area.cx + along * Math.cos(area.angle),
    cy: area.cy + along * Math.sin(area.angle),
    width: right - left,
    height: area.height * 1.06,
  }
}

function regionPlaces(area: Quad, areas: readonly Quad[], body: FormReading): Quad[] {
  const neighbour = areas.find((other) => isRightOf(area, other))
  const expected = REGION_VIEWS.map((look) => expectedRegion(area, body, look))
  return [...(neighbour ? [neighbour] : []), ...expected]
}

function isRightOf(area: Quad, other: Quad): boolean {
  const dx = other.cx - area.cx
  const dy = other.cy - area.cy
  const along = dx * Math.cos(area.angle) + dy * Math.sin(area.angle)
  const across = Math.abs(dy * Math.cos(area.angle) - dx * Math.sin(area.angle))
  return along > area.width * 0.4 && along < area.width * 0.95 && across < area.height * 0.5
}

/** From the places of the body's first and last sign; the block's digits stand above RUS and the flag. */
function expectedRegion(
  area: Quad,
  { at }: FormReading,
  look: (typeof REGION_VIEWS)[number],
): Quad {
  const place = (share: number) => (share - 0.5) * area.width
  const first = place(at[0]!)
  const last = place(at.at(-1)!)
  const width = (last - first) * look.width
  const along = last + (last - first) * look.from + width / 2
  const across = area.height * look.across
  const cos = Math.cos(area.angle)
  const sin = Math.sin(area.angle)
  return {
    cx: area.cx + along * cos - across * sin,
    cy: area.cy + along * sin + across * cos,
    width,
    height: area.height * look.height,
    angle: area.angle,
  }
}
