import { readXml, type XmlBounds } from '../unpack/read-xml.ts'
import type { NumberShape } from './read-cell.ts'

// ECMA-376 18.8.30: formats that every program knows by their number.
const PERCENT_IDS = new Set([9, 10])
const TIME_IDS = new Set([18, 19, 20, 21, 45, 46, 47])
const isDayId = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** What the number format of each style makes of a number, by the style's place in `cellXfs`. */
export function readNumberFormats(
  styles: string | undefined,
  bounds: XmlBounds,
): (style: number, value: number) => NumberShape {
  const custom = new Map<number, string>()
  const ids: number[] = []
  let inCells = false
  if (styles)
    readXml(
      styles,
      {
        open(name, at) {
          if (name === 'numFmt') custom.set(Number(at['numFmtId']), at['formatCode'] ?? '')
          if (name === 'cellXfs') inCells = true
          if (name === 'xf' && inCells) ids.push(Number(at['numFmtId'] ?? 0))
        },
        close: (name) => void (name === 'cellXfs' && (inCells = false)),
      },
      bounds,
    )
  return (style, value) => {
    const id = ids[style] ?? 0
    const format = custom.get(id)
    return format === undefined ? shapeOfId(id) : shapeOfFormat(format, value)
  }
}

function shapeOfId(id: number): NumberShape {
  if (PERCENT_IDS.has(id)) return 'percent'
  if (TIME_IDS.has(id)) return 'time'
  return isDayId(id) ? 'day' : 'number'
}

// Quoted and escaped signs, fillers, colours, conditions, currencies and locales say nothing of the number.
const SAYS_NOTHING = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi

/** The section that applies to the number decides: `0.0%;[Red]-0.0%` and `0.00" %"` are not the same percent. */
function shapeOfFormat(format: string, value: number): NumberShape {
  const bare = format.replaceAll(SAYS_NOTHING, '')
  const sections = bare.split(';')
  const place = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0
  const section = sections[place] ?? ''
  if (/^\s*(general|standard)\s*$/i.test(section)) return 'number'
  if (section.includes('%')) return 'percent'
  if (/[hs]/i.test(section)) return /[yd]/i.test(section) ? 'day' : 'time'
  if (/[ymd]/i.test(section)) return 'day'
  if (/[0#?],+(?![0#?,])/.test(section)) return 'thousands'
  return /^0{2,}$/.test(section) ? { zeros: section.length } : 'number'
}
