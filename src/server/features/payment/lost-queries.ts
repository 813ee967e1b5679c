import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Tx } from '../../db/handle.ts'
import type { BankClaim } from '../bank/providers/provider.ts'

/** A payout that a bank has taken under a number like ours, and whose record is not here: a restored copy may have lost it. */
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

/** The facts that a discrepancy stores of a lost payout, where the bank names sum and destination. */
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

function lostPayoutOf(detail: unknown): LostPayout | undefined {
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

/** Whether the bank pays or has paid this destination in a payout that may be a lost payment and is not decided yet. */
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

/** The payout whose record is lost, as the bank describes it; undefined for any other discrepancy. */
export async function lostPayout(db: Db, caseId: string): Promise<LostPayout | undefined> {
  const row = await db.q
    .selectFrom('payment_discrepancy')
    .where('company_id', '=', db.companyId)
    .where('id', '=', caseId)
    .where('kind', '=', 'foreign_payout')
    .select('detail')
    .executeTakeFirst()
  return lostPayoutOf(row?.detail)
}

/** Methods with the destination of a payout, of suppliers to whom at least its sum is due. */
export async function possibleMethods(
  tx: Tx,
  { payee, amount_kop: amount }: LostPayout,
): Promise<{ id: string; supplier_id: string }[]> {
  const { rows } = await sql<{ id: string; supplier_id: string }>`
    select m.id, m.supplier_id
    from payment_method m
    join act a on a.company_id = m.company_id and a.supplier_id = m.supplier_id and a.status in ('issued', 'signed')
    where m.company_id = ${tx.companyId} and m.status = 'active' and ${goesTo(payee)}
    group by m.id, m.supplier_id
    having sum(a.total_kop - a.reserved_kop - a.paid_kop) >= ${amount} limit 10`.execute(tx.q)
  return rows
}

/** The same by the columns of a method `m`. */
function goesTo(payee: LostPayout['payee']) {
  switch (payee.kind) {
    case 'sbp':
      return sql<boolean>`m.sbp_phone = ${payee.phone} and m.sbp_bank_id = ${payee.bankId}`
    case 'card':
      return sql<boolean>`m.card_last4 = ${payee.last4}`
    default:
      return sql<boolean>`m.account = ${payee.account} and m.bik = ${payee.bik}`
  }
}

/** Acts of a supplier with something due, the one of exactly this sum first, then the oldest. */
export async function dueActs(tx: Tx, supplierId: string, amount: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from act where company_id = ${tx.companyId} and supplier_id = ${supplierId}
      and status in ('issued', 'signed') and total_kop > reserved_kop + paid_kop
    order by (total_kop - reserved_kop - paid_kop = ${amount}) desc, date, number, id limit 100`.execute(
    tx.q,
  )
  return rows.map(({ id }) => id)
}
