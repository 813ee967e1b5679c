import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { addMethod, addSupplier } from '#test/builders/builders.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { addPastPayment, addReturn, type PastPayment } from '#test/builders/past/past-payments.ts'
import { addTrainingBank } from '#test/builders/payouts.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }
// Vladivostok is ten hours ahead of UTC: its May begins on 30 April at 14:00 UTC.
const LAST_OF_APRIL = '2025-04-30T13:59:59Z'
const FIRST_OF_MAY = '2025-04-30T14:00:00Z'
const LAST_OF_MAY = '2025-05-31T13:59:59Z'
const FIRST_OF_JUNE = '2025-05-31T14:00:00Z'

let world: World
let bankId: string
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  await world.services.q.updateTable('company').set({ timezone: 'Asia/Vladivostok' }).execute()
  world.services.sessions.forget()
  bankId = await addMoney(world.own)
  await addMoney(world.other)
})
after(() => world.close())

/** Payments on both sides of each end of May, and returns of two of them. */
async function addMoney(company: TestCompany): Promise<string> {
  const bankConfigId = await addTrainingBank(company)
  const supplier = await addSupplier(company)
  const methodId = (await addMethod(company, supplier)).id
  const pay = async (
    amount_kop: number,
    status: PastPayment['status'],
    saved_at: string,
    finished_at?: string,
    is_test = false,
  ) => {
    const date = '2025-04-20'
    const act = await addPastAct(company, {
      supplier_id: supplier.id,
      date,
      net_g: 1_000_000,
      total_kop: amount_kop,
    })
    const facts = { act, amount_kop, status, saved_at, methodId, bankConfigId, is_test }
    return addPastPayment(company, { ...facts, ...(finished_at && { finished_at }) })
  }
  const before = await pay(1_000_01, 'paid', LAST_OF_APRIL, LAST_OF_APRIL)
  const first = await pay(2_000_02, 'paid', LAST_OF_APRIL, FIRST_OF_MAY)
  await pay(4_000_04, 'paid', LAST_OF_MAY, FIRST_OF_JUNE)
  await pay(8_000_08, 'rejected', FIRST_OF_MAY, FIRST_OF_MAY)
  await pay(16_000_16, 'unknown', FIRST_OF_MAY)
  await pay(32_000_32, 'saved', LAST_OF_MAY)
  await pay(64_000_64, 'cancelled', FIRST_OF_MAY, FIRST_OF_MAY)
  await pay(1_00, 'paid', FIRST_OF_MAY, FIRST_OF_MAY, true)
  await addReturn(company, before, 500_05, FIRST_OF_MAY)
  await addReturn(company, first, 700_07, FIRST_OF_JUNE)
  return bankConfigId
}

test('money is told by the day on which it left, was refused, waits or came back, of the own company alone', async () => {
  const [heads, ...rows] = await orderCsv(world, world.own.manager, 'money_by_day', MAY)
  assert.equal(heads!.join(';'), 'День;Банк;Куда;Выплат;Ушло, ₽;Ждёт, ₽;Отклонено, ₽;Вернулось, ₽')
  assert.deepEqual(
    rows.map(([day, _bank, kind, ...figures]) => [day, kind, ...figures]),
    [
      ['01.05.2025', 'СБП', '3', '2000,02', '16000,16', '8000,08', '500,05'],
      ['31.05.2025', 'СБП', '1', '0,00', '32000,32', '0,00', '0,00'],
      ['Итого', '', '4', '2000,02', '48000,48', '8000,08', '500,05'],
    ],
  )
  const june = { date_from: '2025-06-01', date_to: '2025-06-30' }
  const [, ...later] = await orderCsv(world, world.own.manager, 'money_by_day', june)
  assert.deepEqual(later[0]!.slice(3), ['1', '4000,04', '0,00', '0,00', '700,07'])
})

test('the report of one bank has the money of that bank alone', async () => {
  const { own } = world
  await own.db.q.deleteFrom('bank_config_default').where('company_id', '=', own.id).execute()
  const emptyId = await addTrainingBank(own)
  const rowsOf = async (bank_config_id: string) =>
    (await orderCsv(world, own.manager, 'money_by_day', { ...MAY, bank_config_id })).slice(1)
  assert.equal((await rowsOf(bankId)).length, 3)
  assert.deepEqual(
    (await rowsOf(emptyId)).filter(([day]) => day !== 'Итого'),
    [],
  )
})

test('the chart has the last days in their order, and what left before them in one bar', async () => {
  const { own } = world
  const supplier = await addSupplier(own)
  const methodId = (await addMethod(own, supplier)).id
  for (let day = 1; day <= 17; day += 1) {
    const date = `2025-07-${String(day).padStart(2, '0')}`
    const amount_kop = day * 100_00
    const at = `${date}T01:00:00Z`
    const facts = { supplier_id: supplier.id, date, net_g: 1_000_000, total_kop: amount_kop }
    const act = await addPastAct(own, facts)
    await addPastPayment(own, {
      act,
      amount_kop,
      status: 'paid',
      saved_at: at,
      finished_at: at,
      methodId,
      bankConfigId: bankId,
    })
  }
  const params = { date_from: '2025-07-01', date_to: '2025-07-31' }
  const { chart } = await own.manager.api.send(report.preview, {
    query: { type: 'money_by_day', params },
  })
  const days = Array.from({ length: 14 }, (_, i) => i + 4)
  assert.deepEqual(chart!.bars, [
    { name: 'Раньше', value: 600_00 },
    ...days.map((day) => ({
      name: `${String(day).padStart(2, '0')}.07.2025`,
      value: day * 100_00,
    })),
  ])
})
