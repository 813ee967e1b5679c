import type {
  ScaleChoice,
  ScaleDriverName,
  ScaleSettings,
} from '#contract/device/scale-connection.ts'
import { ascii } from './ascii.ts'
import { massaK } from './massa-k.ts'
import { mettler } from './mettler.ts'
import { modbus } from './modbus.ts'
import type { ScaleDriver } from './scale-driver.ts'
import { tensoM } from './tenso-m.ts'
import { yaohua } from './yaohua.ts'

const DRIVERS: { [D in ScaleDriverName]: (settings: ScaleSettings<D>) => ScaleDriver } = {
  'tenso-m': tensoM,
  mettler,
  ascii,
  yaohua,
  'massa-k': massaK,
  modbus,
}

/** The driver of a scale with its own memory: one for each line. */
export function openDriver(choice: ScaleChoice): ScaleDriver {
  // Both come from one member of the union, which the compiler does not follow through the table.
  const open = DRIVERS[choice.driver] as (settings: ScaleChoice['settings']) => ScaleDriver
  return open(choice.settings)
}
