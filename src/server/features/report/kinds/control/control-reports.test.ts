import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Updateable } from 'kysely'
import type { Visit } from '#server/db/schema.ts'
import { addMethod, addSupplier, type TestSupplier } from '#test/builders/builders.ts'
import { addClosedVisit, type ClosedVisit } from '#test/builders/closed-visits.ts'
import { addPastAct, type PastAct } from '#test/builders/past/past-acts.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

const MARCH = { date_from: '2025-03-01', date_to: '2025-03-31' }
const PLATE = 'А123ВС77'

let world: World
let sellers: { one: TestSupplier; two: TestSupplier; alone: TestSupplier }
const visits: ClosedVisit[] = []
let act: PastAct
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other } = world
  sellers = {
    one: await addSupplier(own, { last_name: 'Зимин', phone: '+79261110000' }),
    two: await addSupplier(own, { last_name: 'Орлов', phone: '+79261110000' }),
    alone: await addSupplier(own, { last_name: 'Лунин' }),
  }
  const suppliers = [sellers.one, sellers.one, sellers.two, sellers.two, sellers.one]
  const tares = [4_260_000, 4_300_000, 4_250_000, 4_900_000, 4_255_000]
  for (const [place, out_g] of tares.entries())
    visits.push(
      await addClosedVisit(own, {
        plate: PLATE,
        in_g: 12_480_000,
        out_g,
        supplier_id: suppliers[place]!.id,
      }),
    )
  await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000, supplier_id: sellers.alone.id })
  await addClosedVisit(other, { plate: PLATE, in_g: 9_000_000, out_g: 4_000_000 })
  // The first visit came a second before the company's March.
  await changeVisit(visits[0]!.id, { in_at: '2025-02-28T20:59:59Z' })
  act = await addPastAct(own, {
    supplier_id: sellers.one.id,
    date: '2025-03-10',
    net_g: 1_000_000,
    total_kop: 100_00,
  })
})
after(() => world.close())

function changeVisit(id: string, values: Updateable<Visit>) {
  const { db } = world.own
  return db.q.updateTable('visit').set(values).where('id', '=', id).execute()
}

const order = async (type: string, params: object) =>
  (await orderCsv(world, world.own.manager, type, params)).slice(1)

test('the tares of a plate are listed with the median of the three before them', async () => {
  const rows = await order('tare_history', { ...MARCH, carnumber: 'a123bc77' })
  assert.deepEqual(
    rows.map((row) => [row[0], ...row.slice(2, 7)]),
    [
      [visits[1]!.number, '4300,000', 'Ручной ввод', '', '', 'нет'],
      [visits[2]!.number, '4250,000', 'Ручной ввод', '', '', 'нет'],
      [visits[3]!.number, '4900,000', 'Ручной ввод', '4260,000', '640,000', 'да'],
      [visits[4]!.number, '4255,000', 'Ручной ввод', '4300,000', '-45,000', 'нет'],
    ],
  )
  await changeVisit(visits[3]!.id, { status: 'void', void_reason: 'Ошибка' })
  const left = await order('tare_history', { ...MARCH, carnumber: PLATE })
  assert.deepEqual(left.at(-1)!.slice(4, 6), ['4260,000', '-5,000'])
  await changeVisit(visits[3]!.id, { status: 'closed' })
})

test('suppliers that share a phone, an account, a name and birthday or a plate are grouped', async () => {
  const { own } = world
  const { one, two, alone } = sellers
  const namesake = await addSupplier(own, { last_name: 'Лунин' })
  const { id } = await addMethod(own, one, { phone: '+79161234567' })
  await own.db.q.updateTable('payment_method').set({ shared: true }).where('id', '=', id).execute()
  await addMethod(own, alone, { phone: '+79161234567' })
  const pairs = await order('duplicates', {})
  const of = (reason: string) => pairs.filter((row) => row[1] === reason).map(([name]) => name)
  assert.deepEqual(of('Один телефон').toSorted(), [one.name, two.name].toSorted())
  assert.deepEqual(of('Одни реквизиты выплаты').toSorted(), [one.name, alone.name].toSorted())
  assert.deepEqual(of('Одно имя и дата рождения'), [alone.name, namesake.name])
  assert.deepEqual(of('Одна машина').toSorted(), [one.name, two.name].toSorted())
  assert.equal(pairs.length, 8)
  const account = pairs.find((row) => row[1] === 'Одни реквизиты выплаты')!
  assert.equal(account[2], "'+7916***4567, Сбербанк")
  await own.db.q
    .updateTable('supplier')
    .set({ status: 'archived', merged_into: one.id, merged_at: '2025-06-01T00:00:00Z' })
    .where('id', '=', two.id)
    .execute()
  const merged = await order('duplicates', {})
  assert.ok(!merged.some((row) => ['Один телефон', 'Одна машина'].includes(row[1]!)))
})

test('marks of a period are listed with their people, texts and the review by a manager', async () => {
  const { own } = world
  const seen = { reviewed_at: '2025-03-20T09:00:00Z', reviewed_by: 'Иванова', note: '=Проверено' }
  await changeVisit(visits[1]!.id, {
    flags: JSON.stringify([
      { code: 'manual', at: '2025-03-31T20:59:59Z', ...seen },
      { code: 'tare_deviation', at: '2025-03-31T21:00:00Z' },
    ]),
  })
  await own.db.q
    .updateTable('act')
    .set({ flags: JSON.stringify([{ code: 'zasor_high', at: '2025-02-28T21:00:00Z' }]) })
    .where('id', '=', act.id)
    .execute()
  const rows = await order('exceptions', MARCH)
  assert.deepEqual(
    rows.map(([record, , flag]) => [record, flag]),
    [
      [`Акт закупки ${act.number}`, 'Высокий засор'],
      [`Заезд ${visits[1]!.number}`, 'Ручной ввод'],
    ],
  )
  const [, typed] = rows
  assert.deepEqual(
    typed!.slice(3).map((cell) => cell.replaceAll(/\s/g, ' ')),
    [
      'Иванова operator-a',
      'Иванова manager-a',
      '',
      '12 480 кг, 4 300 кг',
      'Иванова',
      '20.03.2025 12:00',
      "'=Проверено",
    ],
  )
  const flags = async (params: object) =>
    (await order('exceptions', { ...MARCH, ...params })).map((row) => row[2])
  assert.deepEqual(await flags({ flag: 'zasor_high' }), ['Высокий засор'])
  assert.deepEqual(await flags({ user_id: own.manager.id }), ['Ручной ввод'])
  const april = await order('exceptions', { date_from: '2025-04-01', date_to: '2025-04-30' })
  assert.deepEqual(
    april.map((row) => row[2]),
    ['Отклонение тары'],
  )
})
