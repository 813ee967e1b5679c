import type { CallInput } from '#contract/core/call.ts'
import type { payment } from '#contract/payment/payment.ts'
import { refusals, type RefusalCode } from '#contract/core/refusals.ts'
import type { Answer } from '#http/serve.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { may } from '../../../../auth/rights/rights.ts'
import { hasRole } from '../../../../auth/session.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { lockLease } from '../../send/worker/lease-queries.ts'
import { doubtWords, keepDoubt } from '../../send/ends/hear-ends.ts'
import { followRegistry, lockPayments, setPayment } from '../../payment-queries.ts'
import { registriesByFile } from '../../send/registry/order-queries.ts'
import { seenInStatements } from './seen-queries.ts'
import { suggestedPayments } from '../../reconcile/statement/statement-queries.ts'
import { reasonText } from '../../reasons.ts'

type Outcome = Answer<typeof payment.cancel>[number]
type LockedPayment = Awaited<ReturnType<typeof lockPayments>>[number]

/** payment/cancelPayments: saved ones by their maker or a MANAGER; unsent ones with a second person's PIN (payments.md 1). */
export async function cancelPayments(
  db: Db,
  { body }: CallInput<typeof payment.cancel>,
): Promise<Answer<typeof payment.cancel>> {
  const ids = [...new Set(body.ids)]
  return inTransaction(db, async (tx) => {
    const busy = new Set<string>()
    for (const id of ids.toSorted()) if ((await lockLease(tx, id))?.free === false) busy.add(id)
    const rows = new Map((await lockPayments(tx, ids)).map((row) => [row.id, row]))
    const files = await registriesByFile(
      tx,
      [...rows.values()].map((row) => row.registry_id),
    )
    const seen = await seenOf(tx, [...rows.values()])
    const withdrawn = [...rows.values()].filter(
      (row) => !seen.has(row.id) && mayWithdraw(tx, row, busy, files),
    )
    const approver = withdrawn.length > 0 ? await withdrawal(tx, withdrawn, body.reason) : null
    const outcomes: Outcome[] = []
    for (const id of ids) outcomes.push(await cancelOne(tx, id, rows.get(id), body.reason))
    return outcomes

    async function cancelOne(
      tx: Tx,
      id: string,
      row: LockedPayment | undefined,
      reason: string | undefined,
    ): Promise<Outcome> {
      if (!row) return failedOutcome(id, null, 'common.not-found')
      if (row.status === 'cancelled') return { id, status: row.status }
      const isWithdrawn = withdrawn.includes(row)
      if (row.status !== 'saved' && seen.has(row.id))
        return { ...failedOutcome(id, row.status, 'payment.debit-seen'), message: seen.get(id)! }
      if (row.status !== 'saved' && !isWithdrawn)
        return failedOutcome(id, row.status, 'common.bad-transition')
      if (row.status === 'saved' && !mayCancel(tx, row))
        return failedOutcome(id, 'saved', 'access.denied')
      await write(tx, row, reason, isWithdrawn ? approver : null)
      return { id, status: 'cancelled' }
    }
  })
}

/** What a statement shows of payments that are to be withdrawn, with what to do; of an unsent one only a line that waits for it. */
async function seenOf(
  tx: Tx,
  rows: readonly LockedPayment[],
): Promise<ReadonlyMap<string, string>> {
  const suggested = await suggestedPayments(
    tx,
    rows.map(({ id }) => id),
  )
  const seen = new Map(
    [...suggested].map((id) => [id, refusals['payment.debit-seen'][1] as string]),
  )
  for (const { id, status } of rows) {
    const words = status === 'registered' && (await seenInStatements(tx, id))
    if (words) seen.set(id, words)
  }
  return seen
}

/** What was not sent yet, or stands in a file of which two people say that the bank has not got it (payments.md 1, step 13). */
function mayWithdraw(
  tx: Tx,
  row: LockedPayment,
  busy: ReadonlySet<string>,
  files: ReadonlySet<string>,
): boolean {
  if (busy.has(row.id) || !may(tx, 'payment.withdraw')) return false
  if (row.status === 'registering') return row.first_sent_at === null
  return row.status === 'registered' && files.has(row.registry_id ?? '')
}

function mayCancel(tx: Tx, row: LockedPayment): boolean {
  const { session, userId } = tx.caller
  const manager = session !== undefined && hasRole(session, 'MANAGER')
  return may(tx, 'payment.cancel') && (manager || row.created_by === userId)
}

// The dialog of a PIN shows ten warnings.
const MOST_DOUBTS = 9
const NOT_BROUGHT = 'Файл с выплатой в банк не загружали: иначе деньги уйдут'

async function withdrawal(
  tx: Tx,
  rows: readonly LockedPayment[],
  reason: string | undefined,
): Promise<string | null> {
  return requireApproval(tx, 'payment.withdraw', {
    entity: 'payment',
    ids: rows.map((row) => row.id),
    amountKop: rows.reduce((sum, row) => sum + row.amount_kop, 0),
    about: {
      suppliers: await namesOf(
        tx,
        rows.map((row) => row.supplier_id),
      ),
      note: reason ?? null,
      warnings: [
        ...(rows.some(({ status }) => status === 'registered') ? [NOT_BROUGHT] : []),
        ...rows.flatMap(doubtWords).slice(0, MOST_DOUBTS),
      ],
    },
  })
}

async function write(
  tx: Tx,
  row: LockedPayment,
  reason: string | undefined,
  approverId: string | null,
): Promise<void> {
  await setPayment(tx, row.id, {
    status: 'cancelled',
    status_source: 'user',
    reason_code: 'cancelled_by_user',
    reason_text: reason ?? reasonText({}, 'cancelled_by_user'),
    updated_by: tx.caller.userId,
    nextInSeconds: null,
  })
  if (row.registry_id !== null) await followRegistry(tx, row.registry_id)
  await keepDoubt(tx, row)
  addAuditEvent(tx, {
    action: 'payment.cancel',
    entity: 'payment',
    id: row.id,
    before: { status: row.status },
    after: { status: 'cancelled', reason: reason ?? null },
    approverId,
  })
}

function failedOutcome(id: string, status: Outcome['status'], code: RefusalCode): Outcome {
  return { id, status, code, message: refusals[code][1] }
}
