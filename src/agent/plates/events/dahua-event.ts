import { readPlateText, type PlateEvent } from './plate-event.ts'

/** A passage, a picture that was asked for or triggered, and a vehicle that stopped where it is read. */
export const DAHUA_CODES = ['TrafficJunction', 'TrafficManualSnap', 'TrafficParking']
/** Where firmwares write the plate, in the order in which they are believed. */
const PLATE_FIELDS = ['TrafficCar.PlateNumber', 'Object.Text', 'Plate.Text']
const MAX_TEXT = 256 * 1024
/** A picture carries at most a few vehicles. */
const MOST_EVENTS = 16

/**
 * The plates of one text part of `attachFileProc` or `eventManager` (devices.md 5.2); empty for a heartbeat, other codes,
 * `Stop` and vehicles without a plate.
 */
export function readDahuaText(text: string): PlateEvent[] {
  if (text.length > MAX_TEXT) return []
  const body = text.trim()
  return body.startsWith('Code=') ? readManagerEvent(body) : readFields(body)
}

/** `Events[0].TrafficCar.PlateNumber=…` lines; some firmwares write `ReturnEvents`. */
function readFields(body: string): PlateEvent[] {
  const events = new Map<string, Map<string, string>>()
  for (const [, index, name, value] of body.matchAll(
    /^(?:Return)?Events\[(\d{1,3})\]\.([^=\r\n]{1,200})=(.*?)\r?$/gm,
  )) {
    const fields = events.get(index!) ?? new Map<string, string>()
    events.set(index!, fields.set(name!, value!))
    if (events.size > MOST_EVENTS) return []
  }
  return [...events.values()].flatMap((fields) => {
    const code = fields.get('EventBaseInfo.Code') ?? fields.get('Code')
    if (!DAHUA_CODES.includes(code ?? '') || fields.get('EventBaseInfo.Action') === 'Stop')
      return []
    return eventOf((name) => fields.get(name))
  })
}

/** `Code=…;action=…;index=…;data={json}`, the JSON over one line or many. */
function readManagerEvent(body: string): PlateEvent[] {
  const found = /^Code=([^;\r\n]*);action=([^;\r\n]*)(?:;index=[^;\r\n]*)?;data=(\{.*)$/s.exec(body)
  if (!found || !DAHUA_CODES.includes(found[1]!) || found[2] === 'Stop') return []
  const data = parseJson(found[3]!)
  return eventOf((path) => {
    let at: unknown = data
    for (const name of path.split('.'))
      at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
    return typeof at === 'string' || typeof at === 'number' ? String(at) : undefined
  })
}

function eventOf(field: (name: string) => string | undefined): PlateEvent[] {
  const [read] = PLATE_FIELDS.flatMap((name) => readPlateText(field(name) ?? '') ?? [])
  if (!read) return []
  const seconds = Number(field('UTC') ?? Number.NaN)
  const group = field('GroupID')
  return [
    {
      ...read,
      level_bp: undefined,
      key: group ? `group ${group}` : '',
      camera_ms: seconds > 0 ? seconds * 1000 : undefined,
    },
  ]
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // An event cut by a lost connection; the stream goes on with the next part.
    return undefined
  }
}
