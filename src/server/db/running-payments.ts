import { sql } from 'kysely'
import { runningStatuses } from '#contract/payment/payment-entities.ts'

/** Statuses of payments that a bank has or may have, for `status in`; literals, so that the partial index of them fits. */
export const RUNNING = sql`(${sql.join(runningStatuses.map((status) => sql.lit(status)))})`
