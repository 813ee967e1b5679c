import type { DeviceState } from '#contract/device/site-devices.ts'
import type { StationSettings } from './use-station.ts'

/** What both kinds of post are made of. */
export interface PostParts {
  settings: StationSettings
  scale: DeviceState | undefined
  cameras: DeviceState[]
  relay: DeviceState | undefined
  previewMs: number
}
