import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../db/handle.ts'
import type { BankClaim } from '../bank/providers/provider.ts'

/** A payout that a bank has carried out under a number like ours, and whose record is not here: a restored copy may have lost it. */
const LostPayout = z.strictObject({
  /** The number that it bears: the lost payment's id. */
  id: z.uuid(),
  bank_config_id: z.uuid(),
  amount_kop: z.int(),
  payee: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sbp'), phone: z.string(), bankId: z.string() }),
    z.strictObject({ kind: z.literal('card'), last4: z.string() }),
    z.strictObject({ kind: z.literal('account'), account: z.string(), bik: z.string() }),
  ]),
})
export type LostPayout = z.output<typeof LostPayout>

/** What a discrepancy keeps of it, where the bank tells sum and destination. */
export function keptOfLost(id: string, configId: string, { amountKop, payee }: BankClaim) {
  const parsed = z.safeParse(LostPayout, {
    id,
    bank_config_id: configId,
    amount_kop: amountKop,
    // Banks write the phone with and without its plus.
    payee: isPhone(payee) ? { ...payee, phone: `+${payee.phone.replaceAll(/\D/g, '')}` } : payee,
  })
  return parsed.success ? { payout: parsed.data } : {}
}

const isPhone = (payee: BankClaim['payee']) =>
  typeof payee === 'object' && payee !== null && payee.kind === 'sbp'

export function lostPayoutOf(detail: unknown): LostPayout | undefined {
  return z.safeParse(LostPayout, (detail as { payout?: unknown } | undefined)?.payout).data
}

interface Destination {
  readonly kind: string
  readonly sbp_phone: string | null
  readonly sbp_bank_id: string | null
  readonly card_last4: string | null
  readonly account: string | null
  readonly bik: string | null
}

/** Whether the bank has paid this destination something of which nobody has decided yet whether it is a lost payment. */
export async function mayHaveBeenPaid(db: Db, to: Destination): Promise<boolean> {
  const payees = [
    { kind: 'sbp', phone: to.sbp_phone, bankId: to.sbp_bank_id },
    { kind: 'card', last4: to.card_last4 },
    { kind: 'account', account: to.account, bik: to.bik },
  ]
  const payee = payees.find(({ kind }) => kind === to.kind)
  const { rows } = await sql`
    select from payment_discrepancy where company_id = ${db.companyId} and closed_at is null
      and kind = 'foreign_payout' and detail->'payout'->'payee' = ${JSON.stringify(payee)}::jsonb limit 1`.execute(
    db.q,
  )
  return rows.length > 0
}
