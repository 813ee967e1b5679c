import type { CallInput } from '#contract/core/call.ts'
import type { schedules } from '#contract/report/schedules.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { inTransaction, zoneOf, type Db } from '../../../db/handle.ts'
import { findEarlierCopy, idempotencyKeyOf } from '../../../idempotency.ts'
import { assertOrderFits, orderReport } from '../order-report.ts'
import { findReport } from '../report-queries.ts'
import { readOrder } from '../write/ordered-file.ts'
import { dayOf } from './due-times.ts'
import { findOwner, orderOf } from './run-schedules.ts'
import { lockSchedule } from './schedule-queries.ts'
import { assertManager } from './schedules.ts'

/** report/runSchedule: the report of today, within the bounds of what its owner may order by hand. */
export async function runScheduleNow(
  db: Db,
  { body }: CallInput<typeof schedules.runSchedule>,
): Promise<Answer<typeof schedules.runSchedule>> {
  return inTransaction(db, async (tx) => {
    const schedule = await lockSchedule(tx, body.id)
    if (!schedule) return refuse('common.not-found')
    assertManager(tx, schedule)
    const stamp = idempotencyKeyOf(body)
    const earlierId = await findEarlierCopy(tx, 'report', stamp)
    if (earlierId) return { reportId: earlierId, status: (await findReport(tx, earlierId))!.status }
    const owner = await findOwner(tx, schedule)
    if (typeof owner === 'string') return refuse('report.owner-may-not')
    const asOwner = { ...tx, caller: { userId: owner.userId, session: owner } }
    const order = orderOf(schedule, dayOf(zoneOf(tx), new Date()))
    await readOrder(order).check(asOwner)
    await assertOrderFits(asOwner)
    const id = await orderReport(asOwner, order, stamp)
    return { reportId: id!, status: 'queued' as const }
  })
}
