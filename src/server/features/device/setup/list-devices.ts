import type { device } from '#contract/device/device.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { deviceStates } from './read-yard.ts'

/** device/getDevices: the company's devices with the current state of their links. */
export function listDevices(db: Db): Promise<Answer<typeof device.getAll>> {
  return deviceStates(db, false)
}
