import type { CallInput } from '#contract/call.ts'
import type { payment } from '#contract/payment.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'
import type { Answer } from '#http/serve.ts'
import { confirmed } from '../../auth/approvals.ts'
import { may } from '../../auth/rights.ts'
import { hasRole } from '../../auth/session.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { namesOf } from '../supplier/one-supplier.ts'
import { lockLease } from './lease-queries.ts'
import { followRegistry, lockPayments, setPayment } from './payment-queries.ts'
import { reasonText } from './reasons.ts'

type Outcome = Answer<typeof payment.cancel>[number]
type Locked = Awaited<ReturnType<typeof lockPayments>>[number]

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
    const withdrawn = [...rows.values()].filter((row) => mayWithdraw(tx, row, busy))
    const approver = withdrawn.length > 0 ? await withdrawal(tx, withdrawn) : null
    const outcomes: Outcome[] = []
    for (const id of ids) outcomes.push(await cancelOne(tx, id, rows.get(id), body.reason))
    return outcomes

    async function cancelOne(
      tx: Tx,
      id: string,
      row: Locked | undefined,
      reason: string | undefined,
    ): Promise<Outcome> {
      if (!row) return failed(id, null, 'common.not-found')
      if (row.status === 'cancelled') return { id, status: row.status }
      const isWithdrawn = withdrawn.includes(row)
      if (row.status !== 'saved' && !isWithdrawn)
        return failed(id, row.status, 'common.bad-transition')
      if (row.status === 'saved' && !mayCancel(tx, row)) return failed(id, 'saved', 'access.denied')
      await write(tx, row, reason, isWithdrawn ? approver : null)
      return { id, status: 'cancelled' }
    }
  })
}

function mayWithdraw(tx: Tx, row: Locked, busy: ReadonlySet<string>): boolean {
  return (
    row.status === 'registering' &&
    row.first_sent_at === null &&
    !busy.has(row.id) &&
    may(tx, 'payment.withdraw')
  )
}

function mayCancel(tx: Tx, row: Locked): boolean {
  const { session, userId } = tx.caller
  const manager = session !== undefined && hasRole(session, 'MANAGER')
  return may(tx, 'payment.cancel') && (manager || row.created_by === userId)
}

async function withdrawal(tx: Tx, rows: readonly Locked[]): Promise<string | null> {
  return confirmed(tx, 'payment.withdraw', {
    entity: 'payment',
    ids: rows.map((row) => row.id),
    amountKop: rows.reduce((sum, row) => sum + row.amount_kop, 0),
    about: {
      suppliers: await namesOf(
        tx,
        rows.map((row) => row.supplier_id),
      ),
    },
  })
}

async function write(
  tx: Tx,
  row: Locked,
  reason: string | undefined,
  approverId: string | null,
): Promise<void> {
  await setPayment(tx, row.id, {
    status: 'cancelled',
    status_source: 'user',
    reason_code: 'cancelled_by_user',
    reason_text: reason ?? reasonText('cancelled_by_user'),
    updated_by: tx.caller.userId,
    nextInSeconds: null,
  })
  if (row.registry_id !== null) await followRegistry(tx, row.registry_id)
  trace(tx, {
    action: 'payment.cancel',
    entity: 'payment',
    id: row.id,
    before: { status: row.status },
    after: { status: 'cancelled', reason: reason ?? null },
    approverId,
  })
}

function failed(id: string, status: Outcome['status'], code: RefusalCode): Outcome {
  return { id, status, code, message: refusals[code][1] }
}
