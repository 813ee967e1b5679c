import { createHash } from 'node:crypto'
import { statusTitles } from '#contract/core/status-titles.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { refuse } from '#http/refusal.ts'
import { addAuditEvent } from '../../../../../db/audit.ts'
import type { Tx } from '../../../../../db/handle.ts'
import { uuidv7 } from '../../../../../db/uuid.ts'
import { newMarker } from '../../../prepare/create/create-payment.ts'
import { roubles } from '../../../prepare/create/limit-rules.ts'
import { lockActs, type ActRow } from '../../../prepare/create/party-queries.ts'
import { linkRetries } from '../../../prepare/create/retries.ts'
import { freePartsOf, insertRetries } from '../../../prepare/create/retry-queries.ts'
import { insertPayment, type Part } from '../../../prepare/create/save-queries.ts'
import { lockPayment, setPayment } from '../../../payment-queries.ts'
import { afterStep } from '../../../send/worker/apply-decision.ts'
import { holdersOf, partsOf, type ActHolder, type DebitedPayment } from '../debit-queries.ts'

/** The parts of an ended payment that a sum pays, with their acts locked; refused where an act is no longer due. */
export async function lockDueParts(tx: Tx, paymentId: string, kop: number) {
  const parts = paidParts(await partsOf(tx, paymentId), kop)
  const acts = await lockActs(
    tx,
    parts.map(({ act_id }) => act_id),
  )
  for (const part of parts)
    await assertDue(
      tx,
      acts.find(({ id }) => id === part.act_id)!,
      part,
    )
  return { parts, acts }
}

/** A debit of less pays the acts in their order as far as it goes; one of more pays them whole. */
function paidParts(parts: readonly Part[], kop: number): Part[] {
  let left = kop
  return parts.flatMap((part) => {
    const amount_kop = Math.min(left, part.amount_kop)
    left -= amount_kop
    return amount_kop > 0 ? [{ ...part, amount_kop }] : []
  })
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + part.amount_kop, 0)

async function assertDue(tx: Tx, act: ActRow, part: Part): Promise<void> {
  if (act.status !== 'issued' && act.status !== 'signed')
    refuse('payment.act-not-payable', {
      message: `Акт № ${act.number ?? '—'} аннулирован: списание ничего не оплачивает. Выпишите акт заново или потребуйте деньги назад и закройте расхождение вторым способом`,
    })
  const left = act.total_kop - act.reserved_kop - act.paid_kop
  if (part.amount_kop <= left) return
  const holders = await holdersOf(tx, act.id)
  refuse('payment.act-taken', {
    message: `По акту № ${act.number!} осталось ${roubles(left)} ₽ из нужных ${roubles(part.amount_kop)} ₽: ${holders.map(holderWords).join(', ') || 'акт исправлен'}. ${adviceOf(holders)}`,
  })
}

function holderWords({ status, document_number: number, day, amount_kop: kop }: ActHolder): string {
  const name = number === null ? 'выплата без номера' : `выплата № ${number}`
  return `${name} от ${russianDay(day)} на ${roubles(kop)} ₽ (${statusTitles.payment[status]})`
}

function adviceOf(holders: readonly ActHolder[]): string {
  if (holders.some(({ status }) => status === 'saved'))
    return 'Отмените сохранённую выплату и закройте расхождение снова'
  if (holders.some(({ is_unsent }) => is_unsent))
    return 'Она не отправлена: отзовите её и закройте расхождение снова'
  return holders.some(({ status }) => status !== 'paid')
    ? 'Дождитесь её итога. Если она дойдёт, деньги ушли дважды: потребуйте это списание назад и закройте расхождение вторым способом'
    : 'Деньги ушли дважды: потребуйте это списание назад и закройте расхождение вторым способом'
}

interface Standing {
  readonly old: DebitedPayment
  readonly configId: string
  readonly parts: readonly Part[]
  readonly approverId: string
  /** What the bank did: a line of its statement, or a case that two people closed by its letter. */
  readonly proof: { readonly debit_line_id: string } | { readonly debit_case_id: string }
  /** The proof names the new payment before it is paid. */
  readonly settle?: (id: string) => Promise<void>
}

/**
 * Inserts a payment for an order that the bank carried out, with the payee, way and purpose of that order; it is paid from the
 * start.
 */
export async function insertStanding(tx: Tx, deal: Standing): Promise<string> {
  const { old, configId, parts, approverId, proof, settle } = deal
  const byLine = 'debit_line_id' in proof
  const proofId = byLine ? proof.debit_line_id : proof.debit_case_id
  const id = uuidv7()
  await insertPayment(
    tx,
    {
      company_id: tx.companyId,
      id,
      supplier_id: old.supplier_id,
      payment_method_id: old.payment_method_id,
      bank_config_id: configId,
      method_snapshot: old.method_snapshot,
      payee_key: old.payee_key,
      amount_kop: sumOf(parts),
      purpose: old.purpose,
      vat_clause: old.vat_clause,
      revenue_type_code: old.revenue_type_code,
      marker: newMarker(),
      save_hash: createHash('sha256').update(proofId).digest(),
      four_eyes: true,
      retry_of: old.is_named ? null : old.id,
      ...proof,
      debit_of: old.id,
      created_by: tx.caller.userId!,
      updated_by: tx.caller.userId,
    },
    parts,
  )
  const free = await freePartsOf(
    tx,
    parts.map(({ act_id }) => act_id),
  )
  await insertRetries(tx, id, linkRetries(parts, free, old.id))
  await settle?.(id)
  const row = (await lockPayment(tx, id))!
  await setPayment(tx, id, {
    status: 'paid',
    status_source: byLine ? 'statement' : 'manual',
    approved_by: approverId,
    bank_status: byLine ? 'Проведена по выписке' : 'Исполнена по письму банка',
    updated_by: tx.caller.userId,
    nextInSeconds: null,
  })
  await afterStep(tx, row, 'paid', { reasonCode: null, reasonText: null })
  addAuditEvent(tx, {
    action: byLine ? 'payment.by-debit' : 'payment.by-letter',
    entity: 'payment',
    id,
    after: {
      amount_kop: sumOf(parts),
      ...(byLine ? { line: proofId } : { case: proofId }),
      instead_of: old.id,
    },
    approverId,
  })
  for (const part of parts)
    addAuditEvent(tx, {
      action: 'act.paid-by-debit',
      entity: 'act',
      id: part.act_id,
      after: { payment: id, amount_kop: part.amount_kop },
      approverId,
    })
  return id
}
