import { isDeepStrictEqual } from 'node:util'
import { driverTitles, partTitle, partWords } from '#contract/company/driver-titles.ts'
import { plateConnections, type PlateDriverName } from '#contract/device/camera-connection.ts'
import { isScaleDriver, scaleByCode, scaleTransport } from '#contract/device/scale-connection.ts'
import { ownValue } from '#contract/core/own-value.ts'
import type { Connection } from './assert-connection.ts'

/** What is connected, as its row in the table has it. */
export interface DeviceSource {
  readonly kind: string
  readonly driver: string
  readonly connection: unknown
}

/** Who signs in to a camera changes nothing of what it shows; a plate camera's eye is told by the camera's own name. */
const HARMLESS: ReadonlySet<string> = new Set(['user', 'password', 'camera'])
const LONGEST = 200

/** What of the way in which a device is read is not what it was, a phrase each: «адрес 10.0.0.5:4001 → 127.0.0.1:11990». */
export function changedSource(was: DeviceSource, now: DeviceSource): string[] {
  const [old, next] = [connectionParts(was), connectionParts(now)]
  const words: string[] = []
  if (old.address !== next.address)
    words.push(`адрес ${cut(old.address) || 'нет'} → ${cut(next.address) || 'нет'}`)
  if (was.driver !== now.driver)
    return [
      ...words,
      [`протокол ${driverName(was)} → ${driverName(now)}`, ...partsOf(next.parts)].join(', '),
    ]
  for (const name of new Set([...Object.keys(old.parts), ...Object.keys(next.parts)]))
    if (!HARMLESS.has(name) && !isDeepStrictEqual(old.parts[name], next.parts[name]))
      words.push(
        `${partTitle(name)} ${valueText(name, old.parts[name])} → ${valueText(name, next.parts[name])}`,
      )
  return words
}

/** A connection as the journal keeps it: where the device is asked, and what else, without its password. */
export function auditedSource(device: DeviceSource): { address: string; connection: object } {
  const { address, parts } = connectionParts(device)
  const { password, ...open } = parts
  return { address, connection: { ...open, ...(password !== undefined && { password: '•••' }) } }
}

/** How a device is read, whole. */
export function sourceWords(device: DeviceSource): string {
  const { address, parts } = connectionParts(device)
  return [`адрес ${cut(address)}`, `протокол ${driverName(device)}`, ...partsOf(parts)].join(', ')
}

const partsOf = (parts: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(parts)
    .filter(([name, value]) => !HARMLESS.has(name) && value !== undefined)
    .map(([name, value]) => `${partTitle(name)} ${valueText(name, value)}`)

const driverName = ({ kind, driver }: DeviceSource): string =>
  ownValue(ownValue(driverTitles, kind) ?? {}, driver) ?? driver

const valueText = (name: string, value: unknown): string => cut(partWords(name, value))

const cut = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text

/** Where a device is asked, and the other parts of its connection by name, each with its default where it was left out. */
interface ConnectionParts {
  /** «10.0.0.5:4001», «/dev/ttyUSB0» or an address of the web; '' where a device has none of its own. */
  readonly address: string
  readonly parts: Readonly<Record<string, unknown>>
}

function connectionParts({ kind, driver, connection }: DeviceSource): ConnectionParts {
  const whole = (connection ?? {}) as Connection
  if (kind === 'scale') return scaleParts(driver, whole)
  const { url, host, port, ...parts } = kind === 'plate_camera' ? plateParts(driver, whole) : whole
  if (typeof url === 'string') return { address: url, parts }
  return { address: typeof host === 'string' ? `${host}:${String(port)}` : '', parts }
}

function scaleParts(driver: string, { transport, settings, ...rest }: Connection): ConnectionParts {
  const line = scaleTransport.safeParse(transport)
  const { host, port, path, type, ...speed } = (line.data ?? transport ?? {}) as Connection
  const own = isScaleDriver(driver) ? scaleByCode(driver).settings.safeParse(settings) : undefined
  const address = type === 'tcp' ? `${String(host)}:${String(port)}` : String(path ?? '')
  return { address, parts: { ...((own?.data ?? settings ?? {}) as object), ...speed, ...rest } }
}

function plateParts(driver: string, connection: Connection): Connection {
  const shape = ownValue<(typeof plateConnections)[PlateDriverName]>(plateConnections, driver)
  return (shape?.safeParse(connection).data ?? connection) as Connection
}
