import { inTransaction, type Db } from '../../../../db/handle.ts'
import type { BankClaim } from '../../../bank/providers/provider.ts'
import { sumOf } from '../../../bank/providers/verify-answer.ts'
import { keptOfLost } from '../../lost-queries.ts'
import { openDiscrepancy } from '../../payment-queries.ts'
import { countForeign, hasOurForm, ownIds, toldBefore, type Run } from './compare-queries.ts'

/** Payouts of a bank's list by our payment's id, those of nobody under an empty one. */
export type Lists = Map<string, BankClaim[]>

// Another program may pay from the same balance: so many of its payouts are told of one by one.
const MOST_FOREIGN = 20

const FOREIGN = 'foreign_payout'

/** Payouts of this balance that no payment of the company explains; how many of them are new. */
export async function reportForeign(db: Db, run: Run, lists: Lists): Promise<number> {
  const own = await ownIds(db, [...lists.keys()])
  const told = [...lists].flatMap(([id, payouts]) =>
    own.has(id) ? [] : payouts.flatMap((one) => toldOf(run, id, one)),
  )
  const known = await toldBefore(
    db,
    FOREIGN,
    told.flatMap(({ asPaid, asRunning }) => [asPaid, asRunning]),
  )
  const fresh = told.flatMap(({ isPaid, asPaid, asRunning, facts }) => {
    // One that was told of in work is told again when it is paid only where people have closed the first case by then.
    const isTold = known.has(asPaid) || (isPaid ? known.get(asRunning) : known.has(asRunning))
    return isTold ? [] : [{ told: isPaid ? asPaid : asRunning, ...facts }]
  })
  // After a restore each may be a lost payment of ours, and keeps its payee from being paid again.
  const most = run.is_restored ? Infinity : MOST_FOREIGN
  const left = fresh.length - most
  const rest = { told: `и ещё выплат: ${left}` }
  const cases = [...fresh.slice(0, most), ...(left > 0 ? [rest] : [])]
  return inTransaction(db, async (tx) => {
    let opened = 0
    for (const one of cases) if (await openDiscrepancy(tx, null, FOREIGN, null, one)) opened++
    await countForeign(tx, run.id, opened)
    return opened
  })
}

/**
 * How a payout of nobody is told. One with a number like ours may be a payment whose row a restored copy has lost: it counts from the moment
 * that the bank took it, for it can be paid at any time. Of others only what is paid is told.
 */
function toldOf({ bank_config_id: configId }: Run, id: string, one: BankClaim) {
  const isPaid = one.status === 'paid'
  const isOver = one.status === 'rejected' || one.status === 'cancelled'
  const isLost = hasOurForm(id)
  if (isLost ? isOver : !isPaid) return []
  const asPaid = `${one.ref}, ${sumOf(one)}`
  const facts = isLost && { lost: true, ...keptOfLost(id, configId, one) }
  return [{ isPaid, asPaid, asRunning: `${asPaid}, исполняется`, facts }]
}
