import { actions, type ActionCode } from '#contract/core/actions.ts'
import { quote } from '#contract/words/quote.ts'
import type { Db } from '../../db/handle.ts'
import { shorten } from '../../text/shorten.ts'
import { accessRows } from '../session-queries.ts'
import { grantsOf } from './grants.ts'

const MOST_NAMED = 5
const LONGEST = 250

/** Who of the company holds a right, for somebody who does not: their names; or that nobody does, and what to do. */
export async function whoMay(db: Pick<Db, 'q' | 'companyId'>, action: ActionCode): Promise<string> {
  const people = await db.q
    .selectFrom('app_user')
    .where('company_id', '=', db.companyId)
    .where('kind', '=', 'person')
    .where('status', '=', 'active')
    .select(['id', 'full_name', 'roles'])
    .orderBy('full_name')
    .limit(1000)
    .execute()
  const rows = await accessRows(db.q, db.companyId)
  const names = people
    .filter(({ id, roles }) => grantsOf({ userId: id, role: 'USER', roles }, rows).has(action))
    .map(({ full_name: name }) => name)
  if (names.length === 0)
    return `никто: права ${quote(actions[action].title)} нет ни у кого, попросите администратора дать его`
  const rest = names.length - MOST_NAMED
  const named = shorten(names.slice(0, MOST_NAMED).join(', '), LONGEST)
  return rest > 0 ? `${named} и ещё ${rest}` : named
}
