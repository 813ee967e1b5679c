import { posix } from 'node:path'
import { decodeXml, readXml, XmlProblem, type XmlBounds } from '../unpack/read-xml.ts'
import type { NumberShape } from './read-cell.ts'
import { isOn, readTexts } from './shared-texts.ts'

/** What a sheet needs of its workbook. */
export interface Workbook {
  /** XML of the first sheet that is not hidden. */
  readonly sheet: string
  readonly title: string
  /** Sheets beside it that a person sees, and those before it that are hidden. */
  readonly otherTitles: readonly string[]
  readonly hiddenTitles: readonly string[]
  readonly texts: readonly string[]
  readonly since1904: boolean
  readonly staleFormulas: boolean
  shape(style: number, value: number): NumberShape
}

interface Sheet {
  readonly title: string
  readonly relation: string
  readonly hidden: boolean
}

type Parts = ReadonlyMap<string, Buffer>

/** The parts of an XLSX that give its first visible sheet; a missing or broken one is a problem of the whole file. */
export function readWorkbook(files: Parts, bounds: XmlBounds): Workbook {
  const parts = new Map([...files].map(([name, bytes]) => [partName(name), bytes]))
  const main = [...readRelations(parts, '_rels/.rels', '', bounds).values()].find(
    ({ type }) => type === 'officeDocument',
  )
  const home = main?.part ?? 'xl/workbook.xml'
  const folder = posix.dirname(home)
  const relations = readRelations(
    parts,
    `${folder}/_rels/${posix.basename(home)}.rels`,
    folder,
    bounds,
  )
  const partOf = (type: string) =>
    xmlOf(parts, [...relations.values()].find((one) => one.type === type)?.part)
  const { sheets, ...settings } = readSheets(mustHave(xmlOf(parts, home)), bounds)
  const [first, ...others] = sheets.filter(({ hidden }) => !hidden)
  const strings = partOf('sharedStrings')
  return {
    ...settings,
    sheet: mustHave(first && xmlOf(parts, relations.get(first.relation)?.part)),
    title: first?.title ?? '',
    otherTitles: others.map(({ title }) => title),
    hiddenTitles: sheets.filter(({ hidden }) => hidden).map(({ title }) => title),
    texts: strings === undefined ? [] : readTexts(strings, bounds),
    shape: readNumberFormats(partOf('styles'), bounds),
  }
}

// ECMA-376 18.8.30: formats that every program knows by their number.
const PERCENT_IDS = new Set([9, 10])
const TIME_IDS = new Set([18, 19, 20, 21, 45, 46, 47])
const isDayId = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** What the number format of each style makes of a number, by the style's place in `cellXfs`. */
function readNumberFormats(
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

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

function xmlOf(parts: Parts, part: string | undefined): string | undefined {
  const bytes = part === undefined ? undefined : parts.get(part)
  if (!bytes) return undefined
  const decoded = decodeXml(bytes)
  if ('encoding' in decoded) throw new XmlProblem('encoding')
  return decoded.text
}

function mustHave(xml: string | undefined): string {
  if (xml === undefined) throw new XmlProblem('broken')
  return xml
}

/** Parts by the id of their relation; `type` is the last word of its address, the same in both kinds of OOXML. */
function readRelations(parts: Parts, part: string, folder: string, bounds: XmlBounds) {
  const relations = new Map<string, { type: string; part: string }>()
  const xml = xmlOf(parts, part)
  const open = (name: string, at: Readonly<Record<string, string>>) => {
    const target = at['Target'] ?? ''
    if (name === 'Relationship')
      relations.set(at['Id'] ?? '', {
        type: (at['Type'] ?? '').split('/').at(-1)!,
        part: partName(target.startsWith('/') ? target : posix.join(folder, target)),
      })
  }
  if (xml !== undefined) readXml(xml, { open }, bounds)
  return relations
}

function readSheets(xml: string, bounds: XmlBounds) {
  const sheets: Sheet[] = []
  const settings = { since1904: false, staleFormulas: false }
  const open = (name: string, at: Readonly<Record<string, string>>) => {
    if (name === 'workbookPr') settings.since1904 = isOn(at['date1904'])
    if (name === 'calcPr') settings.staleFormulas = isOn(at['fullCalcOnLoad'])
    if (name !== 'sheet') return
    const relation = Object.entries(at).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    const hidden = ['hidden', 'veryHidden'].includes(at['state'] ?? '')
    sheets.push({ title: at['name'] ?? '', relation, hidden })
  }
  readXml(xml, { open }, bounds)
  return { ...settings, sheets }
}
