import { createHash } from 'node:crypto'
import { refuse } from '#http/refusal.ts'
import { canonical } from '../../../../db/audit.ts'
import type { Tx } from '../../../../db/handle.ts'
import { settingsNow } from '../../../company/settings.ts'
import { createPayment } from '../../prepare/create/create-payment.ts'
import { lockActs } from '../../prepare/create/party-queries.ts'
import type { LostPayout } from '../../lost-payout.ts'
import { dueActs, possibleMethods } from './lost-queries.ts'

/**
 * Writes the record of a payout anew that a restored copy has lost, under the number that the bank knows, for the supplier whose destination
 * it is and the acts that are due: the one of its sum, else the oldest. It is saved as any payment; nothing is sent by it.
 */
export async function recreateLost(tx: Tx, payout: LostPayout): Promise<string> {
  const [method, ...others] = await possibleMethods(tx, payout)
  if (method === undefined || others.length > 0)
    return refuse('payment.lost-unclear', {
      message: method
        ? 'Получатель подходит нескольким поставщикам: сверьте их акты с банком'
        : 'Нет поставщика с этими реквизитами, которому причитается такая сумма',
    })
  const acts = await lockActs(tx, await dueActs(tx, method.supplier_id, payout.amount_kop))
  const order = await dueActs(tx, method.supplier_id, payout.amount_kop)
  const { parts, left } = share(
    order.flatMap((id) => acts.find((act) => act.id === id) ?? []),
    payout.amount_kop,
  )
  // Another payment has taken a part of it between the two questions.
  if (left > 0) return refuse('payment.lost-unclear')
  const { rules } = await settingsNow(tx)
  const { id, bank_config_id: configId, amount_kop: amountKop } = payout
  await createPayment(tx, {
    id,
    hash: createHash('sha256').update(canonical(payout)).digest(),
    supplierId: method.supplier_id,
    methodId: method.id,
    configId,
    amountKop,
    parts,
    acts: acts.filter((act) => parts.some(({ act_id }) => act_id === act.id)),
    retryOf: undefined,
    revenueTypeCode: null,
    rules,
    isRecreated: true,
    at: 'payout',
  })
  return id
}

interface Due {
  readonly id: string
  readonly total_kop: number
  readonly reserved_kop: number
  readonly paid_kop: number
}

function share(acts: readonly Due[], amount: number) {
  let left = amount
  const parts: { act_id: string; amount_kop: number }[] = []
  for (const { id, total_kop: total, reserved_kop: reserved, paid_kop: paid } of acts) {
    const part = Math.min(left, total - reserved - paid)
    if (part > 0) parts.push({ act_id: id, amount_kop: part })
    left -= Math.max(0, part)
  }
  return { parts, left }
}
