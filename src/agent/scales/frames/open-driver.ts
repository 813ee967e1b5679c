import {
  scaleDriverNames,
  type ScaleChoice,
  type ScaleDriverName,
  type ScaleSettings,
} from '#contract/device/scale-connection.ts'
import type { ScaleDriver } from './scale-driver.ts'

/** What `drivers/<code>.ts` has to export for each scale of the contract. */
interface DriverModule<D extends ScaleDriverName = ScaleDriverName> {
  createDriver(settings: ScaleSettings<D>): ScaleDriver
}

/** The contract's list is the only one: a driver is found by its code. */
const drivers = new Map<ScaleDriverName, DriverModule>(
  await Promise.all(
    scaleDriverNames.map(
      async (code) => [code, (await import(`../drivers/${code}.ts`)) as DriverModule] as const,
    ),
  ),
)

/** The driver of a scale with its own memory: one for each line. */
export function openDriver({ driver, settings }: ScaleChoice): ScaleDriver {
  return drivers.get(driver)!.createDriver(settings)
}
