import { flagReview } from '#contract/report/exceptions.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import type { VisitCard } from '#contract/visit/visit-entities.ts'
import { REASON } from '../cheat-day.ts'
import type { Way } from '../way.ts'
import { allowApproval } from './money.ts'
import { drivesOn, typed, unweighedLoad } from './weighing.ts'

const looks = (
  entity: 'transaction' | 'weight_episode',
  entity_id: string,
  code: 'manual' | 'unweighed',
) => ({
  body: { items: [{ entity, entity_id, code }], note: REASON },
})

/** What is written so that nobody else has to look at it. */
export const peopleWays: readonly Way[] = [
  {
    name: 'the accomplice whose PIN stood for a typed weight ends its exception',
    async tries(day) {
      const visit = (await day.confirmed(day.operator, visitCalls.update, typed(day))) as VisitCard
      const input = looks('transaction', visit.id, 'manual')
      return (await day.second.api.refused(flagReview.reviewExceptions, input)).code
    },
    ends: 'exception.own',
  },
  {
    name: 'a load without a record is explained by a person whom the weigher made',
    async tries(day) {
      await day.manager.api.send(visitCalls.update, { body: await drivesOn(day) })
      const load = await unweighedLoad(day)
      const puppet = await day.makePuppet(day.manager)
      await allowApproval(day, puppet.id)
      const input = looks('weight_episode', load, 'unweighed')
      const asked = await puppet.api.refused(flagReview.reviewExceptions, input)
      return asked.approval?.who === 'other' ? asked.code : 'own PIN'
    },
    ends: 'approval.required',
  },
]
