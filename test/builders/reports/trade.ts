import { addMethod, addSupplier, type TestSupplier } from '../builders.ts'
import { addPastAct, type PastAct } from '../past/past-acts.ts'
import { addPastPayment, addReturn, type PastPayment } from '../past/past-payments.ts'
import { addTrainingBank } from '../payouts.ts'
import type { TestCompany } from '../../support/world.ts'

// Vladivostok is ten hours ahead of UTC: its May begins on 30 April at 14:00 UTC.
const LAST_OF_APRIL = '2025-04-30T13:59:59Z'
const FIRST_OF_MAY = '2025-04-30T14:00:00Z'
const LAST_OF_MAY = '2025-05-31T13:59:59Z'
const FIRST_OF_JUNE = '2025-05-31T14:00:00Z'
/** Everything over which XML and 1C could stumble. */
const NAME = 'ООО «Р&Д» <b>"Лом\u0001"</b> ]]> 🚛'
export interface Trade {
  readonly supplier: TestSupplier
  readonly acts: readonly PastAct[]
  readonly voidAct: PastAct
  readonly payments: readonly PastPayment[]
}

/** Acts and payouts on both sides of each end of May, a void act, a test payment and money that came back. */
export async function addTrade(company: TestCompany): Promise<Trade> {
  const supplier = await addSupplier(company, { type: 'company', org_name: NAME })
  const methodId = (await addMethod(company, supplier)).id
  const bankConfigId = await addTrainingBank(company)
  const facts = { supplier_id: supplier.id, net_g: 1_234_567 }
  const acts: PastAct[] = []
  for (const [i, date] of ['2025-04-30', '2025-05-01', '2025-05-31', '2025-06-01'].entries())
    acts.push(await addPastAct(company, { ...facts, date, total_kop: 10 ** (i + 5) + i }))
  const voidFacts = { ...facts, date: '2025-05-20', total_kop: 77_77, status: 'void' } as const
  const voidAct = await addPastAct(company, voidFacts)
  const payments: PastPayment[] = []
  const ends = [LAST_OF_APRIL, FIRST_OF_MAY, LAST_OF_MAY, FIRST_OF_JUNE, FIRST_OF_MAY]
  for (const [i, finished_at] of ends.entries())
    payments.push(
      await addPastPayment(company, {
        act: acts[i % 4]!,
        amount_kop: 2 ** i * 100 + i,
        status: 'paid',
        saved_at: finished_at,
        finished_at,
        methodId,
        bankConfigId,
        is_test: i === 4,
      }),
    )
  await addReturn(company, payments[1]!, 55, FIRST_OF_MAY)
  await addReturn(company, payments[2]!, 66, FIRST_OF_JUNE)
  return { supplier, acts, voidAct, payments }
}
