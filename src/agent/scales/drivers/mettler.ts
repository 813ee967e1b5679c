import type { ScaleSettings } from '#contract/device/scale-connection.ts'
import { mettlerContinuous } from './mettler/continuous.ts'
import { mettlerSics } from './mettler/sics.ts'
import type { ScaleDriver } from '../frames/scale-driver.ts'

/** Mettler Toledo and compatible (devices.md 3.4): a stream of status words, or SICS questions. */
export function createDriver(settings: ScaleSettings<'mettler'>): ScaleDriver {
  return settings.format === 'sics' ? mettlerSics(settings) : mettlerContinuous(settings)
}
