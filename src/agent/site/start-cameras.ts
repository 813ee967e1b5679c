import type { DeviceState } from '#contract/device/agent-link.ts'
import type { PlateReading } from '#contract/device/reading.ts'
import { rtspCamera } from '../cameras/rtsp-camera.ts'
import { snapshotCamera, type Camera } from '../cameras/snapshot.ts'
import { watchCamera, type WatchedCamera } from '../cameras/watch-camera.ts'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { watchPlateEvents } from '../plates/events/watch-plate-events.ts'
import type { OwnPlateReader } from '../plates/worker-reader.ts'
import { servicePlateReader } from '../plates/service-reader.ts'
import { watchPlates, type PlateWatch } from '../plates/watch-plates.ts'
import type { PlannedDevice } from './site-plan.ts'

interface CameraSetup {
  clock: Clock
  plateReader: Pick<OwnPlateReader, 'read' | 'warm'>
  allowLoopback: boolean
  ffmpeg: string
  outbox: Outbox
  state(state: DeviceState): void
  plate(deviceId: string, reading: PlateReading): void
}

/** A camera by its driver, together with whether it answers. */
export function startCamera(
  { allowLoopback, ffmpeg, state }: CameraSetup,
  { device_id, driver, connection }: Extract<PlannedDevice, { kind: 'camera' }>,
): WatchedCamera {
  if (driver === 'snapshot')
    return watchCamera(device_id, snapshotCamera(connection, allowLoopback), state)
  const camera = rtspCamera(connection, ffmpeg, allowLoopback)
  return watchCamera(device_id, camera, state, camera.stop)
}

/** A plate camera by its driver: frames read by us or by a service, or events of a camera that reads itself. */
export function startPlates(
  setup: CameraSetup,
  { device_id, post, connection }: Extract<PlannedDevice, { kind: 'plate_camera' }>,
  camera: (code: number) => Camera,
): PlateWatch {
  const { clock, allowLoopback, state: tell } = setup
  const tellPlate = (reading: PlateReading) => setup.plate(device_id, reading)
  if (connection.driver === 'hikvision' || connection.driver === 'dahua')
    return watchPlateEvents({
      device_id,
      connection,
      allowLoopback,
      clock,
      tell,
      seen: tellPlate,
      storeReading: (reading, episode_id) =>
        void setup.outbox.note('plate', device_id, { ...reading, episode_id, post }),
    })
  const own = connection.driver === 'ppocr'
  if (own) setup.plateReader.warm()
  return watchPlates({
    device_id,
    clock,
    tell,
    seen: tellPlate,
    roi: own ? connection.roi : undefined,
    camera: () => camera(connection.camera),
    reader: own ? setup.plateReader : servicePlateReader(connection, allowLoopback),
  })
}
