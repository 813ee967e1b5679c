import { sql } from 'kysely'
import type { MethodKind } from '#contract/bank/method-kinds.ts'
import { moneyStages, type MoneyStage, type StageSums } from '#contract/payment/money-flow.ts'
import { addMethod, addSupplier } from '../builders.ts'
import type { TestCompany } from '../../support/world.ts'
import { addPastAct } from './past-acts.ts'
import { addPastPayment, addReturn, type PastPayment } from './past-payments.ts'

export const ZONE = 'Asia/Vladivostok'
export const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }
// Vladivostok is ten hours ahead of UTC: its May begins on 30 April at 14:00 UTC.
const LAST_OF_APRIL = '2025-04-30T13:59:59Z'
const FIRST_OF_MAY = '2025-04-30T14:00:00Z'
const LAST_OF_MAY = '2025-05-31T13:59:59Z'
const FIRST_OF_JUNE = '2025-05-31T14:00:00Z'
export const MOMENTS = [
  LAST_OF_APRIL,
  FIRST_OF_MAY,
  '2025-05-12T03:00:00Z',
  LAST_OF_MAY,
  FIRST_OF_JUNE,
]
const STATUSES = ['saved', 'processing', 'unknown', 'paid', 'rejected', 'cancelled'] as const
const KINDS: readonly MethodKind[] = ['sbp', 'card', 'account']

/** Payments of each state on both sides of each end of May, through two banks; returns on other days than their payments. */
export async function addMoney(company: TestCompany, configs: readonly string[]): Promise<void> {
  const supplier = await addSupplier(company)
  const methodId = (await addMethod(company, supplier)).id
  let n = 0
  const pay = async (
    facts: Partial<PastPayment> & { status: PastPayment['status'] },
    is_test = false,
  ) => {
    const amount_kop = 1_000_00 + (7 ** ++n % 100_003)
    const act = await addPastAct(company, {
      supplier_id: supplier.id,
      date: '2025-04-20',
      net_g: 1_000,
      total_kop: amount_kop,
    })
    const { saved_at = LAST_OF_APRIL, status, finished_at } = facts
    const bankConfigId = configs[n % 2]!
    const common = { act, amount_kop, status, saved_at, methodId, bankConfigId, is_test }
    const kind = KINDS[n % 3]!
    return addPastPayment(company, { ...common, kind, ...(finished_at && { finished_at }) })
  }
  await pay({ status: 'saved', saved_at: FIRST_OF_MAY }, true)
  await pay({ status: 'paid', finished_at: FIRST_OF_MAY }, true)
  for (const status of STATUSES)
    for (const [i, at] of MOMENTS.entries()) {
      const isOver = status === 'paid' || status === 'rejected' || status === 'cancelled'
      const made = await pay(isOver ? { status, finished_at: at } : { status, saved_at: at })
      if (status !== 'paid') continue
      await addReturn(company, made, 300_00 + i, MOMENTS[(i + 1) % MOMENTS.length]!)
      await addReturn(company, made, 7 + i, MOMENTS[(i + 2) % MOMENTS.length]!)
    }
}

export interface Fact {
  readonly stage: MoneyStage
  readonly day: string
  readonly bank: string
  readonly method: string
  readonly kop: bigint
}

export const dayIn = (moment: string) =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone: ZONE })

/** The same facts from bare rows, put together without the product's query. */
export async function readFacts(own: TestCompany): Promise<Fact[]> {
  const { rows: payments } = await sql<Record<string, string>>`
    select id, status, created_at, finished_at, bank_config_id as bank, method_snapshot->>'kind' as method,
      amount_kop::text as kop from payment where company_id = ${own.id} and is_test is false
  `.execute(own.db.q)
  const { rows: returns } = await sql<Record<string, string>>`
    select payment_id, confirmed_at, amount_kop::text as kop from payment_return where company_id = ${own.id}
  `.execute(own.db.q)
  const factOf = (
    row: Record<string, string>,
    stage: MoneyStage,
    at: string,
    kop: string,
  ): Fact => ({
    stage,
    day: dayIn(at),
    bank: row['bank']!,
    method: row['method']!,
    kop: BigInt(kop),
  })
  const stages: Record<string, MoneyStage> = {
    saved: 'saved',
    processing: 'in_bank',
    unknown: 'unknown',
    paid: 'paid',
    rejected: 'rejected',
  }
  return [
    ...payments.flatMap((row) => {
      const stage = stages[row['status']!]
      return stage
        ? [factOf(row, stage, row['finished_at'] ?? row['created_at']!, row['kop']!)]
        : []
    }),
    ...returns.map((row) => {
      const paid = payments.find(({ id }) => id === row['payment_id'])!
      return factOf(paid, 'returned', row['confirmed_at']!, row['kop']!)
    }),
  ]
}

export function sumFacts(facts: readonly Fact[]): StageSums {
  const sums = moneyStages.map((stage) => {
    const own = facts.filter((fact) => fact.stage === stage)
    const amount_kop = Number(own.reduce((sum, { kop }) => sum + kop, 0n))
    return [stage, { count: own.length, amount_kop }] as const
  })
  return Object.fromEntries(sums) as StageSums
}
