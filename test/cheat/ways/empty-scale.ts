import type { Way } from '../way.ts'
import { capture, drivesOn, refused } from './weighing.ts'

/** What is done to the empty scale between two trucks. */
export const emptyScaleWays: readonly Way[] = [
  {
    name: 'thirty kilograms are zeroed on the empty platform and taken away',
    async tries(day) {
      await day.agentTells('zero', { weight_g: -40_000 })
      const { id } = await capture(day, await drivesOn(day))
      await day.agentTells('zero', { weight_g: 0 })
      return id
    },
    ends: { sees: 'off_zero' },
  },
  {
    name: 'an object is zeroed and taken away, and nobody weighs after it',
    async tries(day) {
      await day.agentTells('zero', { weight_g: -180_000 })
      const { id } = await day.own.db.q
        .selectFrom('zero_departure')
        .select('id')
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      await day.agentTells('zero', { weight_g: 0 })
      return id
    },
    ends: { sees: 'not_zero' },
  },
  {
    name: 'a man stands on the platform while it is zeroed',
    async tries(day) {
      await day.agentTells('zero', { weight_g: -180_000 })
      const code = await refused(day, await drivesOn(day))
      await day.agentTells('zero', { weight_g: 0 })
      return code
    },
    ends: 'weighing.off-zero',
  },
]
