import type { ToldEnd } from '../../../../db/json-columns.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { alertManagers } from '../../../user/notices/notice-queries.ts'
import { superPlaces } from '../../../user/notices/super-places.ts'
import { caseWords, type CaseKind } from '../../case-kinds.ts'
import { lockPayment, openDiscrepancy, type LockedPayment } from '../../payment-queries.ts'
import { storeEnds, takeUnheardEnds } from './end-queries.ts'
import { inWords } from '../../reasons.ts'
import { conflictOf, hasTold, joinEnds, toldWords } from './told-ends.ts'

type Hearing = Pick<LockedPayment, 'id' | 'status' | 'told_ends'>

/**
 * The one place where a payment, locked, hears a bank's word of its end, by whichever channel it came: it is kept, and what contradicts the
 * bank's own word or our final state is opened for people. Answers everything that was told.
 */
export async function hearEnds(
  tx: Tx,
  row: Hearing,
  newEnds: readonly ToldEnd[],
): Promise<readonly ToldEnd[]> {
  const told = await keepEnds(tx, row, newEnds)
  const ends = newEnds.map(({ end }) => end)
  const conflict = ends.length === 0 ? null : conflictOf(row.status, told, ends)
  if (conflict !== null) await reportDiscrepancy(tx, row.id, conflict, toldWords(told, newEnds))
  return told
}

/** Keeps the words alone: the nightly comparison opens its discrepancies by itself. */
export async function keepEnds(
  tx: Tx,
  row: Hearing,
  newEnds: readonly ToldEnd[],
): Promise<readonly ToldEnd[]> {
  const told = joinEnds(row.told_ends, newEnds)
  if (told !== row.told_ends) await storeEnds(tx, row.id, told)
  return told
}

/** People end a payment that its bank has called executed: its acts wait for the bank's letter. */
export async function keepDoubt(tx: Tx, { id, told_ends: told }: Hearing): Promise<void> {
  if (hasTold(told, 'paid')) await reportDiscrepancy(tx, id, 'accept_of_final', toldWords(told))
}

/** The explanation for the person who confirms such an end. */
export const doubtWords = ({ told_ends: told }: Pick<Hearing, 'told_ends'>): string[] =>
  hasTold(told, 'paid')
    ? [`Слова банка: ${inWords(toldWords(told))}. Акты будут ждать письма банка`.slice(0, 300)]
    : []

/** Applies the ends in an agreement's mailbox, also to payments that have already ended. */
export async function hearNotices(db: Db, configId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { payment_id: id, end, words } of await takeUnheardEnds(tx, configId)) {
      const row = id === null ? undefined : await lockPayment(tx, id)
      if (row) await hearEnds(tx, row, [{ end, by: 'notice', words: words.slice(0, 200) }])
    }
  })
}

/** Opens it once, and tells the managers of it in the same transaction. */
export async function reportDiscrepancy(
  tx: Tx,
  paymentId: string,
  kind: CaseKind,
  said: string | null,
): Promise<void> {
  if (!(await openDiscrepancy(tx, paymentId, kind, null, said === null ? {} : { told: said })))
    return
  const notice = {
    kind: 'payment_unknown',
    title: `${caseWords(kind).title}. Сверьте её с банком и не платите повторно`,
    href: `/operator/payments?id=${paymentId}`,
    superHref: superPlaces.history(tx.companyId, paymentId),
  } as const
  await alertManagers(tx, notice, tx.companyId)
}
