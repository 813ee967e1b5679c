import { posix } from 'node:path'
import { decodeXml, readXml, XmlProblem, type XmlBounds } from '../unpack/read-xml.ts'
import { readNumberFormats } from './number-formats.ts'
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
