import { createHash } from 'node:crypto'
import type { CallInput } from '#contract/core/call.ts'
import type { payment } from '#contract/payment/payment.ts'
import { Refusal, refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import { sumInWords } from '../../../../arithmetic/sum-in-words.ts'
import { dryRun } from '../../../../db/dry-run.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/handle.ts'
import { canonical } from '../../../../db/audit.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { settingsNow } from '../../../company/settings.ts'
import { roubles } from './limit-rules.ts'
import { lockActs, type ActRow } from './party-queries.ts'
import { createPayment, type PaymentPreview } from './create-payment.ts'
import { assertActPayable } from './save-rules.ts'
import { savedUnder } from './save-queries.ts'
import { askAhead, foretellTaxStatus } from '../npd/npd-rule.ts'
import { shownPayments } from '../../present-payment.ts'
import { getApprovers } from './approvers.ts'

export type SaveRow = CallInput<typeof payment.save>['body']['payments'][number]

/**
 * payment/savePayments: all or none, in the order sent; an error names its row (payments.md 3.1). A dry run validates and
 * computes all the same and takes it back.
 */
export async function savePayments(
  db: Db,
  { body }: CallInput<typeof payment.save>,
): Promise<Answer<typeof payment.save>> {
  if (body.dry_run) return dryRun(db, async (tx) => preview(tx, await saveAll(tx, body.payments)))
  const made = await inTransaction(db, (tx) => saveAll(tx, body.payments))
  return shownPayments(
    db,
    made.map(({ id }) => id),
  )
}

interface CreatedPayment {
  readonly id: string
  /** None when an earlier copy of this save made the payment. */
  readonly preview?: PaymentPreview
}

async function saveAll(tx: Tx, rows: readonly SaveRow[]): Promise<CreatedPayment[]> {
  const actIds = [...new Set(rows.flatMap((row) => row.acts.map((part) => part.act_id)))]
  const acts = new Map((await lockActs(tx, actIds)).map((act) => [act.id, { ...act }]))
  const { rules } = await settingsNow(tx)
  const made: CreatedPayment[] = []
  for (const [index, row] of rows.entries()) {
    const at = `payments.${index}`
    made.push(await saveOne(tx, row, acts, rules, at).catch((error) => nameRow(error, at)))
    await askAhead(tx, row.supplier_id)
  }
  return made
}

/** A refusal that has no field of its own names its row all the same, so that the others can be saved without it. */
function nameRow(error: unknown, at: string): never {
  if (!(error instanceof Refusal) || error.detail.fields) throw error
  throw new Refusal(error.code, { ...error.detail, fields: { [`${at}.id`]: error.message } })
}

/** Only saving assigns the mark, so a preview does not show its temporary mark. */
async function preview(
  tx: Tx,
  made: readonly CreatedPayment[],
): Promise<Answer<typeof payment.save>> {
  const shown = await shownPayments(
    tx,
    made.map(({ id }) => id),
  )
  const approvers = await getApprovers(tx)
  const payeeIds = shown.map(({ supplier_id: id }) => id)
  const npd = await foretellTaxStatus(tx, payeeIds)
  return shown.map((row, index) => {
    const { preview: computed } = made[index]!
    return {
      ...row,
      ...(computed && { purpose: row.purpose.replace(/\[П:\w{6}\]/, '[П:······]') }),
      preview: {
        sum_in_words: sumInWords(row.amount_kop),
        limits: computed?.limits ?? [],
        second_person: computed?.secondPerson ?? [],
        approvers,
        held: npd.get(row.supplier_id)?.problem ?? null,
        retries: computed?.retries ?? [],
      },
    }
  })
}

type Rules = Awaited<ReturnType<typeof settingsNow>>['rules']

async function saveOne(
  tx: Tx,
  row: SaveRow,
  acts: ReadonlyMap<string, ActRow>,
  rules: Rules,
  at: string,
): Promise<CreatedPayment> {
  const id = row.id ?? uuidv7()
  const hash = createHash('sha256').update(canonical(row)).digest()
  const earlierPayment = row.id === undefined ? undefined : await savedUnder(tx, id)
  if (earlierPayment && !earlierPayment.save_hash.equals(hash))
    refuse('payment.id-reused', { fields: { [`${at}.id`]: 'Этот номер занят другой выплатой' } })
  if (earlierPayment) return { id }
  assertActs(row, acts, rules, at)
  const paymentPreview = await createPayment(tx, {
    id,
    hash,
    supplierId: row.supplier_id,
    methodId: row.payment_method_id,
    expectedPayee: row.expected_payee,
    configId: row.bank_config_id,
    amountKop: row.amount_kop,
    parts: row.acts,
    acts: row.acts.map((part) => acts.get(part.act_id)!),
    retryOf: row.retry_of,
    revenueTypeCode: row.revenue_type_code ?? null,
    rules,
    at,
  })
  return { id, preview: paymentPreview }
}

/** Each act is this supplier's, open for payment, and has that much left; parts of earlier rows of the batch count. */
function assertActs(
  row: SaveRow,
  acts: ReadonlyMap<string, ActRow>,
  rules: Rules,
  at: string,
): void {
  for (const [index, part] of row.acts.entries()) {
    const act = acts.get(part.act_id)
    if (!act) return refuse('common.not-found', { message: 'Акт не найден' })
    const field = `${at}.acts.${index}.amount_kop`
    if (act.supplier_id !== row.supplier_id)
      refuse('payment.act-not-payable', { fields: { [field]: 'Акт другого поставщика' } })
    assertActPayable(act, rules, field)
    const left = act.total_kop - act.reserved_kop - act.paid_kop
    if (part.amount_kop > left)
      refuse('payment.act-overpaid', { fields: { [field]: `По акту осталось ${roubles(left)} ₽` } })
    act.reserved_kop += part.amount_kop
  }
}
