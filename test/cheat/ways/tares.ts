import { visitCalls } from '#contract/visit/visit.ts'
import { letTimePass } from '#test/site/fake-yard.ts'
import type { CheatDay } from '../cheat-day.ts'
import type { Way } from '../way.ts'
import { capture, drivesOn, refused } from './weighing.ts'

/** Weighs an empty vehicle by itself under a plate, as the camera reads it. */
async function tareOf({ yard }: CheatDay, carnumber: string, kg: number, seen: string | null) {
  await yard.empty(1)
  return { command: 'capture_tare' as const, carnumber, reading: await yard.load(1, kg, seen) }
}

/** A thing on the platform, bare or in a container whose tare is known. */
async function onPlatform({ yard }: CheatDay, kg: number) {
  await yard.empty(2)
  return { reading: await yard.load(2, kg) }
}

/** What stands on a scale instead of the empty vehicle. */
export const tareWays: readonly Way[] = [
  {
    name: 'a full truck leaves as a man on the platform weighs',
    async tries(day) {
      const { id, version } = await capture(day, await drivesOn(day))
      await letTimePass(day.own, 90)
      const reading = await day.yard.load(2, 80)
      return refused(day, { command: 'capture_out', id, version, reading, post: 2 })
    },
    ends: 'weighing.not-truck-scale',
  },
  {
    name: 'a full truck leaves as a car weighs',
    async tries(day) {
      const opened = await capture(day, await drivesOn(day))
      await letTimePass(day.own, 90)
      return (await day.driver.captureOut((await day.yard.empty(1), opened), 1640)).id
    },
    ends: { sees: 'tare_deviation' },
  },
  {
    name: 'the tare of a light car is stored under the plate of a truck',
    async tries(day) {
      return refused(day, await tareOf(day, day.driver.newPlate(), 1640, 'Е777КХ77'))
    },
    ends: 'weighing.other-plate',
  },
  {
    name: 'the tare of a truck alone is used for it with its trailer',
    async tries(day) {
      const plate = day.driver.newPlate()
      await day.operator.api.send(visitCalls.update, {
        body: await tareOf(day, plate, 8200, plate),
      })
      const entered = await drivesOn(day, 23_340, plate)
      const { id, version } = await capture(day, { ...entered, trailer_number: 'АВ123477' })
      return refused(day, { command: 'use_stored_tare', id, version })
    },
    ends: 'transaction.tare-of-other-trailer',
  },
  {
    name: 'the tare of a truck is stored while the camera sees no plate',
    async tries(day) {
      const plate = day.driver.newPlate()
      const body = await tareOf(day, plate, 8200, null)
      await day.operator.api.send(visitCalls.update, { body })
      const { id, version } = await capture(day, await drivesOn(day, 23_340, plate))
      return (await capture(day, { command: 'use_stored_tare', id, version })).id
    },
    ends: { sees: 'tare_deviation' },
  },
  {
    name: 'a basket stands for the container whose tare is taken off each load',
    async tries(day) {
      const container_code = 'К-17'
      for (const kg of [60, 5])
        await day.operator.api.send(visitCalls.update, {
          body: { command: 'capture_tare', container_code, ...(await onPlatform(day, kg)) },
        })
      const load = { command: 'capture_platform' as const, container_code, post: 2 }
      return (await capture(day, { ...load, ...(await onPlatform(day, 110)) })).id
    },
    ends: { sees: 'tare_deviation' },
  },
  {
    name: 'own goods that were weighed as a shipment are bought',
    async tries(day) {
      const load = { command: 'capture_platform' as const, direction: 'shipment' as const, post: 2 }
      const { id, version } = await capture(day, { ...load, ...(await onPlatform(day, 250)) })
      return refused(day, { command: 'set_info', id, version, direction: 'purchase' })
    },
    ends: 'transaction.not-purchase',
  },
  {
    name: 'a load is taken off the platform and weighed for another supplier',
    async tries(day) {
      const load = { command: 'capture_platform' as const, post: 2 }
      await capture(day, { ...load, ...(await onPlatform(day, 312)) })
      return (await capture(day, { ...load, ...(await onPlatform(day, 312.1)) })).id
    },
    ends: { sees: 'too_close' },
  },
]
