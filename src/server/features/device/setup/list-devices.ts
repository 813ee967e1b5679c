import type { device } from '#contract/device/device.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { deviceStates } from './read-yard.ts'

/** device/getDevices: the company's yard with what its links say now. */
export function listDevices(db: Db): Promise<Answer<typeof device.getAll>> {
  return deviceStates(db, false)
}
