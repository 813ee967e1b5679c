import { sql, type RawBuilder } from 'kysely'
import type { FlaggedEntity } from '#contract/report/exceptions.ts'
import { refuse } from '#http/refusal.ts'
import type { Tx } from '../../db/handle.ts'
import { maybeSamePerson } from './one-person.ts'

type FlaggedRecord = readonly [companyId: string, id: string]

/** Who made a flagged record: makers of a supplier's record answer for its papers and not for money. */
const MAKERS: {
  readonly [K in FlaggedEntity]?: (of: FlaggedRecord) => RawBuilder<{ id: string }>
} = {
  transaction: ([company, id]) => sql`
    select created_by as id from visit where company_id = ${company} and id = ${id}
    union select operator_id from weighing where company_id = ${company} and visit_id = ${id}`,
  weight_act: ([company, id]) => sql`
    select weigher_id as id from weight_act where company_id = ${company} and id = ${id}`,
  act: ([company, id]) => sql`
    select unnest(array[created_by, issued_by]) as id from act where company_id = ${company} and id = ${id}`,
  payment: ([company, id]) => sql`
    select created_by as id from payment where company_id = ${company} and id = ${id}`,
}

/** Nobody looks at the exceptions of what the own account made, nor of what may be the same person's (domain.md 6.5, 7.5). */
export async function refuseOwnFlags(tx: Tx, entity: FlaggedEntity, id: string): Promise<void> {
  const makers = MAKERS[entity]?.([tx.companyId, id])
  if (!makers) return
  const own = [tx.caller.userId, ...(await maybeSamePerson(tx, tx.caller.userId))]
  const { rows } = await makers.execute(tx.q)
  if (rows.some((maker) => maker.id !== null && own.includes(maker.id))) refuse('exception.own')
}
