import type { CallInput } from '#contract/core/call.ts'
import type { CompanyRules } from '#contract/company/company-settings.ts'
import { needsAnother } from '#contract/payment/approvers.ts'
import type { payment } from '#contract/payment/payment.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { type ApprovalObject } from '../../../../auth/rights/approval-object.ts'
import { requireApproval } from '../../../../auth/rights/approvals.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { addAuditEvent } from '../../../../db/audit.ts'
import { fileProviderOf } from '../../../bank/providers/all.ts'
import { settingsNow } from '../../../company/settings.ts'
import { askTaxServiceAhead } from '../../../supplier/npd/check-npd.ts'
import { namesOf } from '../../../supplier/record/present-supplier.ts'
import { confirmingPerson } from '../../prepare/create/confirming-person.ts'
import {
  countLimits,
  assertLimits,
  fitLimits,
  leaveLimits,
  limitDays,
} from '../../prepare/create/limit-queries.ts'
import { abovePerPayment, limitPlaces } from '../../prepare/create/limit-rules.ts'
import { configById, stopSentence } from '../../prepare/create/party-queries.ts'
import { freezeOrders } from '../registry/frozen-order.ts'
import { fileLinkOf, orderProblems } from '../registry/compose-orders.ts'
import { lockPayments, type LockedPayment } from '../../payment-queries.ts'
import {
  inOrderOfCounters,
  markRegistering,
  newRegistry,
  savedPayeesOf,
  takeOrderNumber,
  whyNot,
} from './register-queries.ts'
import { knownChecks } from '../../prepare/payee/payee-queries.ts'
import { confirmMarks, markWarnings, missingNote } from './confirm-marks.ts'
import { checkTaxStatus, keepNpdWords } from '../../prepare/npd/npd-rule.ts'
import { signalWorker } from '../worker/signal-worker.ts'

type Outcome = Answer<typeof payment.register>[number]

/** payment/registerPayments: each for itself, one registry a configuration, the job in the same transaction (payments.md 3.2). */
export async function registerPayments(
  db: Db,
  { body }: CallInput<typeof payment.register>,
): Promise<Answer<typeof payment.register>> {
  const notes = new Map((body.notes ?? []).map(({ id, note }) => [id, note]))
  const ids = [...new Set(body.ids)]
  if ([...notes.keys()].some((id) => !ids.includes(id))) refuse('common.not-found')
  await askTaxServiceAhead(db, await savedPayeesOf(db, ids))
  return inTransaction(db, (tx) => registerLocked(tx, ids, notes))
}

type Notes = ReadonlyMap<string, string>

async function registerLocked(tx: Tx, ids: readonly string[], notes: Notes): Promise<Outcome[]> {
  const rows = new Map((await lockPayments(tx, ids)).map((row) => [row.id, row]))
  const methodIds = [...rows.values()].map((row) => row.payment_method_id)
  const checks = new Map(
    (await knownChecks(tx, methodIds)).map((check) => [check.payment_method_id, check]),
  )
  const taxStatus = await checkTaxStatus(
    tx,
    [...rows.values()].filter(({ status }) => status === 'saved'),
  )
  const outcomes = new Map<string, Outcome>()
  const ready: LockedPayment[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (!row) outcomes.set(id, failedOutcome(id, null, 'common.not-found'))
    else if (row.status !== 'saved') outcomes.set(id, { id, status: row.status })
    else {
      const code = await whyNot(tx, id)
      const unexplained = missingNote(row, notes, checks)
      const taxed = taxStatus.unpayable.get(id)
      if (code) outcomes.set(id, await heldOutcome(tx, row, code))
      else if (taxed) outcomes.set(id, { id, status: 'saved', ...taxed })
      else if (unexplained === undefined) ready.push(row)
      else {
        const outcome = failedOutcome(id, 'saved', 'payment.payee-differs')
        outcomes.set(id, { ...outcome, message: unexplained })
      }
    }
  }
  for (const [id, message] of await unfitForFile(tx, ready))
    outcomes.set(id, { ...failedOutcome(id, 'saved', 'payment.file-unfit'), message })
  await submitReady(
    tx,
    ready.filter(({ id }) => !outcomes.has(id)),
    outcomes,
    notes,
  )
  const gone = ids.filter((id) => outcomes.get(id)?.status === 'registering')
  await keepNpdWords(tx, gone, taxStatus.words)
  return ids.map((id) => outcomes.get(id)!)
}

async function submitReady(
  tx: Tx,
  ready: readonly LockedPayment[],
  outcomes: Map<string, Outcome>,
  notes: Notes,
): Promise<void> {
  if (ready.length > 0) {
    const approver = await approverOf(tx, ready, notes)
    // The PIN counts and not the session: the approver could have typed it at another person's open screen.
    const confirming = await confirmingPerson(tx, approver)
    const isOwn = (row: LockedPayment) => needsAnother(row, confirming)
    for (const { id } of ready.filter(isOwn))
      outcomes.set(id, failedOutcome(id, 'saved', 'payment.second-person'))
    const others = ready.filter((row) => !isOwn(row))
    const handed = await handOver(tx, others, approver)
    for (const outcome of handed) outcomes.set(outcome.id, outcome)
    const gone = new Set(handed.flatMap(({ id, status }) => (status === 'saved' ? [] : [id])))
    await confirmMarks(
      tx,
      others.filter(({ id }) => gone.has(id)),
      approver,
      notes,
    )
  }
}

/** What a file of orders cannot hold is told while the payment can still be cancelled. */
async function unfitForFile(
  tx: Tx,
  rows: readonly LockedPayment[],
): Promise<ReadonlyMap<string, string>> {
  const unfit = new Map<string, string>()
  for (const [configId, group] of Map.groupBy(rows, (row) => row.bank_config_id)) {
    const link = await fileLinkOf(tx, configId)
    if (!link) continue
    const ids = group.map(({ id }) => id)
    for (const [id, problem] of await orderProblems(tx, link, ids)) unfit.set(id, problem)
  }
  return unfit
}

/** The caller's own PIN, or another person's where a payment needs two and the caller cannot be the second (domain.md 7.5). */
async function approverOf(tx: Tx, rows: readonly LockedPayment[], notes: Notes): Promise<string> {
  const { userId } = tx.caller
  const caller = userId === null ? undefined : await confirmingPerson(tx, userId)
  const own = caller !== undefined && rows.some((row) => needsAnother(row, caller))
  const object = await describeHandOver(tx, rows, notes)
  const approver = await requireApproval(tx, 'payment.register', object, own ? 'other' : 'self')
  return approver ?? refuse('payment.second-person')
}

const NO_NOTES: Notes = new Map()

/** The content that a PIN for locked payments is bound to. */
export async function describeHandOver(
  tx: Tx,
  rows: readonly LockedPayment[],
  notes = NO_NOTES,
): Promise<ApprovalObject> {
  const { shown, all } = await markWarnings(tx, rows, notes)
  const supplierIds = rows.map((row) => row.supplier_id)
  return {
    entity: 'payment',
    ids: rows.map((row) => row.id),
    amountKop: rows.reduce((sum, row) => sum + row.amount_kop, 0),
    about: {
      suppliers: await namesOf(tx, supplierIds),
      destinations: destinationsOf(rows),
      warnings: [...shown],
    },
    details: { marks: all },
  }
}

/** Of many a list would hide what the warnings say. */
const MOST_DESTINATIONS = 3

function destinationsOf(rows: readonly LockedPayment[]): string[] {
  const labels = [...new Set(rows.map(({ method_snapshot: { label } }) => label))]
  return labels.length > MOST_DESTINATIONS ? [] : labels
}

/** Submits what today's limits still allow; each configuration gets one registry. */
export async function handOver(
  tx: Tx,
  rows: readonly LockedPayment[],
  approver: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const going: LockedPayment[] = []
  const { rules } = await settingsNow(tx)
  for (const row of rows) {
    const refusal = await countToday(tx, row, rules)
    if (refusal) outcomes.push({ id: row.id, status: 'saved', ...refusal })
    else going.push(row)
  }
  for (const { configId, group, numbered } of await takeNumbers(tx, going)) {
    const file = fileProviderOf((await configById(tx, configId))!.adapter)
    const registryId = await newRegistry(tx, configId, group, file?.format ?? 'api')
    for (const { row, number } of numbered) {
      const values = { approved_by: approver, registry_id: registryId, number }
      await markRegistering(tx, row.id, values, !file)
      if (!file) await signalWorker(tx, row.id)
      addAuditEvent(tx, {
        action: 'payment.register',
        entity: 'payment',
        id: row.id,
        before: { status: 'saved' },
        after: { status: 'registering', amount_kop: row.amount_kop },
        approverId: approver,
      })
      outcomes.push({ id: row.id, status: 'registering' })
    }
    await freezeOrders(
      tx,
      configId,
      group.map(({ id }) => id),
    )
  }
  return outcomes
}

/** Order numbers of every agreement before the first registry: two calls with the same agreements never wait for each other (payments.md 2). */
async function takeNumbers(tx: Tx, rows: readonly LockedPayment[]) {
  const groups = Map.groupBy(rows, (row) => row.bank_config_id)
  const taken = []
  for (const configId of await inOrderOfCounters(tx, [...groups.keys()])) {
    const group = groups.get(configId)!
    const numbered = []
    for (const row of group) numbered.push({ row, number: await takeOrderNumber(tx, configId) })
    taken.push({ configId, group, numbered })
  }
  return taken
}

/** Counters of an earlier day, or of today above a limit that was lowered, are left for those of today; the refusal when these have no room. */
async function countToday(
  tx: Tx,
  row: LockedPayment,
  { pay_day_limit_kop }: Pick<CompanyRules, 'pay_day_limit_kop'>,
): Promise<{ code: string; message: string } | undefined> {
  const { counted, today } = await limitDays(tx, row.id)
  const config = (await configById(tx, row.bank_config_id))!
  const places = limitPlaces(
    { ...config, pay_day_limit_kop },
    { configId: config.id, payeeKey: row.payee_key, day: today },
  )
  if (counted === today && (await fitLimits(tx, places))) return undefined
  await leaveLimits(tx, row.id, row.amount_kop, -1)
  try {
    await assertLimits(tx, row.amount_kop, places, 'ids')
    await countLimits(tx, row.id, row.amount_kop, places)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await leaveLimits(tx, row.id, row.amount_kop, 1)
    return { code: error.code, message: error.message }
  }
}

/** A saved payment that may not go; one of a stopped bank tells in whose words it was stopped, one above its limit this limit. */
async function heldOutcome(tx: Tx, row: LockedPayment, code: RefusalCode): Promise<Outcome> {
  const outcome = failedOutcome(row.id, 'saved', code)
  const { bank_config_id: configId } = row
  if (code === 'payment.limit') {
    const { per_payment_kop: capKop } = (await configById(tx, configId))!
    return { ...outcome, message: abovePerPayment(capKop) }
  }
  if (code !== 'bank.stopped') return outcome
  const message = await stopSentence(tx, { configId })
  return message === undefined ? outcome : { ...outcome, message }
}

function failedOutcome(id: string, status: Outcome['status'], code: RefusalCode): Outcome {
  return { id, status, code, message: refusals[code][1] }
}
