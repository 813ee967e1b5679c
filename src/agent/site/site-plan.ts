import * as z from 'zod/mini'
import type { AgentConfig, ConfigDevice } from '#contract/device/agent-link.ts'
import {
  cameraConnections,
  plateConnections,
  type CameraConnection,
  type CameraDriverName,
  type PlateConnection,
  type PlateDriverName,
} from '#contract/device/camera-connection.ts'
import { relayDriverNames } from '#contract/device/relay.ts'
import {
  scaleConnectionOf,
  scaleDriverNames,
  type ScaleConnection,
  type ScaleDriverName,
} from '#contract/device/scale-connection.ts'
import { longestInterval, paceProblem, pollInterval } from '#contract/visit/weighing-pace.ts'
import { Refusal } from '#http/refusal.ts'
import { allowedAddress } from './allowed-address.ts'
import { readRelayLine, relayHost, type RelayLine } from '../relays/relay-line.ts'
import { foreignPort } from '../scales/transports/open-transport.ts'
import type { ScaleDevice } from '../scales/scale-device.ts'

/** A device that the configuration names and this agent cannot run; it goes back in `config_bad`. */
export interface BadDevice {
  device_id: string
  message: string
}

/** One device with its parsed connection; `text` differs whenever the device must restart. */
export type PlannedDevice = { text: string; device_id: string } & (
  | { kind: 'scale'; device: ScaleDevice; connection: ScaleConnection }
  | { kind: 'camera'; code: number; driver: CameraDriverName; connection: CameraConnection }
  | { kind: 'plate_camera'; post: number; connection: PlateConnection }
  | ({ kind: 'relay'; post: number } & RelayLine)
)

const DRIVERS = {
  scale: scaleDriverNames as string[],
  camera: Object.keys(cameraConnections),
  plate_camera: Object.keys(plateConnections),
  relay: relayDriverNames as readonly string[],
}

/** The parts of a configuration that can run, and those that cannot: one bad address in a form must not stop a whole site. */
export function planSite(
  config: AgentConfig,
  allowLoopback: boolean,
): { planned: PlannedDevice[]; bad: BadDevice[] } {
  const planned: PlannedDevice[] = []
  const bad: BadDevice[] = []
  const { stab_ms, stab_frames, max_age_ms } = config.rules
  for (const device of config.devices) {
    const { device_id, kind, driver } = device
    const hasDriver = DRIVERS[kind].includes(driver)
    const read = hasDriver
      ? readDevice(device, [device, stab_ms, stab_frames], longestInterval(max_age_ms))
      : { problem: `Программа на весах не знает драйвер ${driver}` }
    const problem =
      'problem' in read
        ? read.problem
        : (addressProblem(read, allowLoopback) ?? weighingProblem(read, config.rules))
    if ('problem' in read || problem) bad.push({ device_id, message: problem! })
    else planned.push(read)
  }
  return { planned, bad }
}

/** `parts` make the text by which a change is seen; how seldom frames may come matters to a scale that streams alone. */
function readDevice(
  device: ConfigDevice,
  parts: readonly unknown[],
  longestMs: number,
): PlannedDevice | { problem: string } {
  const { device_id, kind } = device
  const text = JSON.stringify(parts)
  if (kind === 'scale') {
    const driver = device.driver as ScaleDriverName
    const read = scaleConnectionOf(driver).safeParse(device.connection)
    if (!read.success) return { problem: problemOf(read.error) }
    const connection = { driver, ...read.data } as ScaleConnection
    const streams = pollInterval(connection) === undefined
    return { text: streams ? `${text} ${longestMs}` : text, device_id, kind, device, connection }
  }
  if (kind === 'camera') {
    const driver = device.driver as CameraDriverName
    const read = cameraConnections[driver].safeParse(device.connection)
    if (!read.success) return { problem: problemOf(read.error) }
    return { text, device_id, kind, code: device.code, driver, connection: read.data }
  }
  if (kind === 'relay') {
    const read = readRelayLine(device.driver, device.connection)
    if (!read.success) return { problem: problemOf(read.error) }
    return { text, device_id, kind, post: device.post, ...read.data }
  }
  const driver = device.driver as PlateDriverName
  const read = plateConnections[driver].safeParse(device.connection)
  if (!read.success) return { problem: problemOf(read.error) }
  const connection = { driver, ...read.data } as PlateConnection
  return { text, device_id, kind, post: device.post, connection }
}

/** Field names only: the values may be passwords. */
function problemOf(error: z.core.$ZodError): string {
  const unknown = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  )
  if (unknown.length > 0)
    return `Программа на весах старше сервера и не знает: ${unknown.join(', ')}. Обновите её`.slice(
      0,
      300,
    )
  const fields = error.issues.map((issue) => issue.path.join('.') || issue.code)
  return `Неверное подключение: ${fields.join(', ')}`.slice(0, 300)
}

/** A server of an earlier release does not know that these settings give no weight together. */
function weighingProblem(planned: PlannedDevice, rules: AgentConfig['rules']): string | undefined {
  return planned.kind === 'scale' ? paceProblem(planned.connection, rules)?.message : undefined
}

/** A literal address is checked at once, a name when it is dialled. */
function addressProblem(planned: PlannedDevice, allowLoopback: boolean): string | undefined {
  if (planned.kind === 'plate_camera' && !('url' in planned.connection)) return undefined
  const host = hostOf(planned)
  if (planned.kind === 'scale' && host === undefined)
    return foreignPort(planned.connection.transport)
  try {
    allowedAddress(host!, allowLoopback)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function hostOf(planned: PlannedDevice): string | undefined {
  if (planned.kind === 'relay') return relayHost(planned)
  if ('url' in planned.connection) return new URL(planned.connection.url).hostname
  if (planned.kind !== 'scale') return undefined
  const { transport } = planned.connection
  return transport.type === 'tcp' ? transport.host : undefined
}
