import { sql } from 'kysely'
import { inTransaction } from '#server/db/handle.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addToDay } from '#server/features/act/act-queries.ts'
import type { TestCompany } from '../../support/world.ts'
import { addMethod, addSupplier } from '../builders.ts'
import { addIssuedAct } from '../issued-acts.ts'
import { addPastAct } from './past-acts.ts'
import { addPastPayment, addReturn } from './past-payments.ts'

/** What a company bought and paid, as this file wrote it down: the sums of screens are compared with sums of these. */
export interface MoneyFacts {
  readonly zone: string
  readonly acts: ActFact[]
  readonly payments: PaymentFact[]
}
interface ActFact {
  readonly status: 'draft' | 'issued' | 'signed' | 'void'
  readonly date: string
  readonly total_kop: number
  readonly payments: PaymentFact[]
  /** What a flag on it is about, which is more than paperwork. */
  readonly flag?: { readonly kop: number; readonly at: string }
}
interface PaymentFact {
  readonly status: (typeof STATES)[number]
  readonly amount_kop: number
  readonly is_test: boolean
  readonly saved_at: string
  readonly finished_at: string | null
  returned: { readonly kop: number; readonly at: string } | null
}

/** Whole numbers below a bound, the same for the same seed. */
export type Random = (below: number) => number

/** Of a seed, by mulberry32 with 32 bits. */
export function randomOf(start: number): Random {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const STATES = ['saved', 'processing', 'unknown', 'paid', 'paid', 'rejected', 'cancelled'] as const
const ACT_STATES = ['draft', 'issued', 'issued', 'signed', 'void'] as const
/** Around May 2025, so that its ends cut something off, in every zone on another side. */
const dayNear = (random: Random) =>
  new Date(Date.UTC(2025, 3, 24 + random(45))).toISOString().slice(0, 10)
const momentAfter = (day: string, random: Random) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + random(96) * 1_800_000).toISOString()

/** Acts of each state, partly paid, returned and void ones, drafts without a day, payments of each end and of tests. */
export async function addRandomMoney(
  company: TestCompany,
  of: { readonly zone: string; readonly configId: string; readonly productId: string },
  random: Random,
): Promise<MoneyFacts> {
  const facts: MoneyFacts = { zone: of.zone, acts: [], payments: [] }
  const supplier = await addSupplier(company)
  const methodId = (await addMethod(company, supplier)).id
  const { payee_key: payeeKey } = await company.db.q
    .selectFrom('payment_method')
    .where('id', '=', methodId)
    .select('payee_key')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 40; n++) {
    const status = ACT_STATES[random(ACT_STATES.length)]!
    const date = dayNear(random)
    const total_kop = 100_000 + random(10_000_000)
    const isFlagged = status !== 'draft' && random(3) === 0
    const flag = isFlagged && { kop: 1 + random(100_000), at: momentAfter(date, random) }
    const act: ActFact = { status, date, total_kop, payments: [], ...(flag && { flag }) }
    facts.acts.push(act)
    if (status === 'draft') {
      await addIssuedAct(company, supplier.id, total_kop, 'draft', date)
      continue
    }
    const values = { supplier_id: supplier.id, date, net_g: 1_000_000, total_kop }
    const first = status === 'void' ? 'void' : 'issued'
    const past = await addPastAct(company, { ...values, status: first })
    await addPosition(company, past.id, of.productId, total_kop)
    if (flag) await flagAct(company, past.id, flag)
    await inTransaction(company.db, async (tx) => {
      await addToDay(tx, past, 1)
      if (status === 'void') await addToDay(tx, past, -1)
    })
    if (status === 'signed')
      await company.db.q.updateTable('act').set({ status }).where('id', '=', past.id).execute()
    for (let part = status === 'void' ? 0 : random(3); part > 0; part--) {
      const drawn = STATES[random(STATES.length)]!
      // One in a hundred histories would have nothing to hand over.
      const isFirst = facts.payments.length === 0
      const state = isFirst ? 'saved' : drawn
      const saved_at = momentAfter(date, random)
      const hasEnd = state === 'paid' || state === 'rejected'
      const paid: PaymentFact = {
        status: state,
        amount_kop: 1 + random(Math.floor(total_kop / 2)),
        is_test: random(6) === 0 && !isFirst,
        saved_at,
        finished_at: hasEnd
          ? new Date(Date.parse(saved_at) + random(48) * 1_800_000).toISOString()
          : null,
        returned: null,
      }
      await pay(company, past, paid, { ...of, methodId, payeeKey }, random)
      facts.payments.push(paid)
      if (!paid.is_test) act.payments.push(paid)
    }
  }
  return facts
}

/** With a flag of papers beside it, which is no money. */
async function flagAct(
  company: TestCompany,
  id: string,
  { kop, at }: { kop: number; at: string },
): Promise<void> {
  const flags = JSON.stringify([
    { code: 'price_override', at, kop },
    { code: 'no_consent', at, kop },
  ])
  await company.db.q.updateTable('act').set({ flags }).where('id', '=', id).execute()
}

async function pay(
  company: TestCompany,
  act: Awaited<ReturnType<typeof addPastAct>>,
  fact: PaymentFact,
  {
    configId,
    zone,
    ...method
  }: { configId: string; zone: string; methodId: string; payeeKey: Buffer },
  random: Random,
): Promise<void> {
  const { finished_at, amount_kop, saved_at, status, is_test } = fact
  const made = await addPastPayment(company, {
    act,
    ...method,
    bankConfigId: configId,
    amount_kop,
    saved_at,
    status,
    is_test,
    ...(finished_at && { finished_at }),
  })
  if (status !== 'paid' || is_test) return
  // As `addPaidToDay` counts what ends now.
  await sql`insert into daily_rollup (company_id, site_id, day, paid_kop)
    values (${company.id}, ${act.site_id}, (${finished_at}::timestamptz at time zone ${zone})::date, ${amount_kop})
    on conflict (company_id, day, site_id) do update set paid_kop = daily_rollup.paid_kop + excluded.paid_kop`.execute(
    company.db.q,
  )
  if (random(3) > 0) return
  const kop = 1 + random(amount_kop)
  const at = new Date(Date.parse(finished_at!) + random(96) * 1_800_000).toISOString()
  await addReturn(company, made, kop, at)
  fact.returned = { kop, at }
}

const addPosition = (company: TestCompany, act_id: string, product_id: string, kop: number) =>
  company.db.q
    .insertInto('act_position')
    .values({
      company_id: company.id,
      id: uuidv7(),
      act_id,
      order: 0,
      product_id,
      name: 'Поддон',
      measure: 'piece',
      qty: 1,
      column_id: company.columnId,
      amount_kop: kop,
      price_kop: kop,
      base_price_kop: kop,
      price_source: 'override',
      override_reason: 'Торг',
    })
    .execute()
