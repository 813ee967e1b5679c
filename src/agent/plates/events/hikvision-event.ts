import { XMLParser } from 'fast-xml-parser'
import type { Part } from './multipart-parts.ts'
import { readPlateText, type PlateEvent } from './plate-event.ts'

const MAX_XML = 256 * 1024
const PLATE_TAGS = ['licensePlate', 'plateNumber', 'plate', 'originalLicensePlate']
const EVENT_TYPES = ['anpr', 'vehicledetection']
/** Where the plate stands in the event. */
const PARTS = ['ANPR', 'vehicleDetection', 'VehicleDetection']
const JPEG_START = Uint8Array.of(0xff, 0xd8)

// Values stay text: a plate of digits alone would lose its zeros. No entities: cameras write none, attackers do.
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
})

/** Understands a part by its bytes, since firmwares label them differently; a picture is a sign of life (devices.md 5.1). */
export function readHikvisionPart({ body }: Part): PlateEvent[] {
  if (body.subarray(0, JPEG_START.length).equals(JPEG_START)) return []
  return readHikvisionXml(body.toString('utf8'))
}

/** The plate of an event of a vehicle; none for other events, no plate and anything that is not such XML. */
export function readHikvisionXml(xml: string): PlateEvent[] {
  if (xml.length > MAX_XML) return []
  const alert = childOf(parseEventXml(xml), 'EventNotificationAlert')
  if (!alert || !isOfPlate(alert)) return []
  const anpr = PARTS.map((part) => childOf(alert, part)).find(Boolean)
  if (!anpr) return []
  const found = PLATE_TAGS.flatMap((tag) => readPlateText(textOf(anpr, tag) ?? '') ?? [])[0]
  if (!found) return []
  const dateTime = textOf(alert, 'dateTime') ?? ''
  const at = Date.parse(dateTime)
  const uuid = textOf(alert, 'UUID')
  return [
    {
      ...found,
      level_bp: levelOf(textOf(anpr, 'confidenceLevel')),
      key: uuid ? `${uuid} ${dateTime} ${found.plate}` : '',
      camera_ms: Number.isNaN(at) ? undefined : at,
    },
  ]
}

/** Cameras of roads name the event by what they saw; they also tell that the vehicle has gone. */
function isOfPlate(alert: Record<string, unknown>): boolean {
  const type = textOf(alert, 'eventType')?.toLowerCase() ?? ''
  return EVENT_TYPES.includes(type) && textOf(alert, 'eventState')?.toLowerCase() !== 'inactive'
}

function parseEventXml(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    // Half an event after a lost connection; the stream goes on with the next part.
    return undefined
  }
}

function childOf(node: unknown, tag: string): Record<string, unknown> | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const child = (node as Record<string, unknown>)[tag]
  const first: unknown = Array.isArray(child) ? child[0] : child
  return typeof first === 'object' && first !== null
    ? (first as Record<string, unknown>)
    : undefined
}

function textOf(node: Record<string, unknown>, tag: string): string | undefined {
  const value = node[tag]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.trim() : undefined
}

/** Percent, on some firmwares with a fraction, on some a share of one. */
function levelOf(text: string | undefined): number | undefined {
  const level = text ? Number(text.replace(',', '.')) : Number.NaN
  if (!(level >= 0)) return undefined
  return Math.min(10_000, Math.round(level * (level <= 1 ? 10_000 : 100)))
}
