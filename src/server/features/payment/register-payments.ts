import type { CallInput } from '#contract/call.ts'
import type { payment } from '#contract/payment.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { refusals } from '#contract/refusals.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { confirmed } from '../../auth/approvals.ts'
import { inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { settingsNow } from '../company/settings.ts'
import { namesOf } from '../supplier/one-supplier.ts'
import { countLimits, judgeLimits, leaveLimits, limitDays } from './limit-queries.ts'
import { limitPlaces } from './limit-rules.ts'
import { configById } from './party-queries.ts'
import { lockPayments } from './payment-queries.ts'
import { markRegistering, newRegistry, takeOrderNumber, whyNot } from './register-queries.ts'
import { wakeWorker } from './wake-worker.ts'

type Outcome = Answer<typeof payment.register>[number]
export type Locked = Awaited<ReturnType<typeof lockPayments>>[number]

/** payment/registerPayments: each for itself, one registry a configuration, the job in the same transaction (payments.md 3.2). */
export async function registerPayments(
  db: Db,
  { body }: CallInput<typeof payment.register>,
): Promise<Answer<typeof payment.register>> {
  return inTransaction(db, (tx) => registerLocked(tx, [...new Set(body.ids)]))
}

async function registerLocked(tx: Tx, ids: readonly string[]): Promise<Outcome[]> {
  const rows = new Map((await lockPayments(tx, ids)).map((row) => [row.id, row]))
  const outcomes = new Map<string, Outcome>()
  const ready: Locked[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (!row) outcomes.set(id, failed(id, null, 'common.not-found'))
    else if (row.status !== 'saved') outcomes.set(id, { id, status: row.status })
    else {
      const code = await whyNot(tx, id)
      if (code) outcomes.set(id, failed(id, 'saved', code))
      else ready.push(row)
    }
  }
  if (ready.length > 0)
    for (const outcome of await handOver(tx, ready, await approverOf(tx, ready)))
      outcomes.set(outcome.id, outcome)
  return ids.map((id) => outcomes.get(id)!)
}

/** The caller's own PIN, or another person's where he prepared a payment that needs two (domain.md 7.5). */
async function approverOf(tx: Tx, rows: readonly Locked[]): Promise<string> {
  const own = rows.some((row) => row.four_eyes && row.created_by === tx.caller.userId)
  const approver = await confirmed(
    tx,
    'payment.register',
    {
      entity: 'payment',
      ids: rows.map((row) => row.id),
      amountKop: rows.reduce((sum, row) => sum + row.amount_kop, 0),
      about: {
        suppliers: await namesOf(
          tx,
          rows.map((row) => row.supplier_id),
        ),
      },
    },
    own ? 'other' : 'self',
  )
  return approver ?? refuse('payment.second-person')
}

/** Hands over what the limits of today still allow; each configuration gets one registry. */
export async function handOver(
  tx: Tx,
  rows: readonly Locked[],
  approver: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const going: Locked[] = []
  for (const row of rows) {
    const refusal = await movedToToday(tx, row)
    if (refusal) outcomes.push({ id: row.id, status: 'saved', ...refusal })
    else going.push(row)
  }
  for (const [configId, group] of Map.groupBy(going, (row) => row.bank_config_id)) {
    const numbered = []
    for (const row of group) numbered.push({ row, number: await takeOrderNumber(tx, configId) })
    const registryId = await newRegistry(tx, configId, group)
    for (const { row, number } of numbered) {
      // Whoever prepared a payment never approves it, though he may confirm another's in the same batch.
      const by = row.four_eyes && row.created_by === approver ? tx.caller.userId! : approver
      await markRegistering(tx, row.id, { approved_by: by, registry_id: registryId, number })
      await wakeWorker(tx, row.id)
      trace(tx, {
        action: 'payment.register',
        entity: 'payment',
        id: row.id,
        before: { status: 'saved' },
        after: { status: 'registering', amount_kop: row.amount_kop },
        approverId: by,
      })
      outcomes.push({ id: row.id, status: 'registering' })
    }
  }
  return outcomes
}

/** Counters of an earlier day are left for those of today; the refusal when today has no room. */
async function movedToToday(
  tx: Tx,
  row: Locked,
): Promise<{ code: string; message: string } | undefined> {
  const { counted, today } = await limitDays(tx, row.id)
  if (counted === today) return undefined
  const config = (await configById(tx, row.bank_config_id))!
  const { rules } = await settingsNow(tx)
  const places = limitPlaces(
    { ...config, pay_day_limit_kop: rules.pay_day_limit_kop },
    { configId: config.id, payeeKey: row.payee_key, day: today },
  )
  await leaveLimits(tx, row.id, row.amount_kop, -1)
  try {
    await judgeLimits(tx, row.amount_kop, places, 'ids')
    await countLimits(tx, row.id, row.amount_kop, places)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await leaveLimits(tx, row.id, row.amount_kop, 1)
    return { code: error.code, message: error.message }
  }
}

function failed(id: string, status: Outcome['status'], code: RefusalCode): Outcome {
  return { id, status, code, message: refusals[code][1] }
}
