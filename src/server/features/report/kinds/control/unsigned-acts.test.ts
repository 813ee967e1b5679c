import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addSupplier } from '#test/builders/builders.ts'
import { addPastAct, addSite, type PastAct } from '#test/builders/past/past-acts.ts'
import { jpeg } from '#test/builders/pictures.ts'
import { uploadScans } from '#test/builders/upload-scans.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type TestCompany, type World } from '#test/support/world.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

let world: World
let port: string
let acts: Record<'bare' | 'checked' | 'refused' | 'young' | 'ofPort', PastAct>
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other } = world
  port = await addSite(own, 'Порт')
  const add = await adder(own)
  acts = {
    bare: await add(40),
    checked: await add(30),
    refused: await add(20),
    ofPort: await add(10, { site_id: port }),
    young: await add(1),
  }
  await add(50, { status: 'signed' })
  await add(50, { status: 'void' })
  await (
    await adder(other)
  )(60)
  await uploadSheet(acts.checked, 'Не видно подписи')
  await uploadSheet(acts.checked)
  await uploadSheet(acts.refused, 'Чужой акт')
  // A waybill of the act is no signed sheet.
  await uploadSheet(acts.bare, undefined, 'waybill')
})
after(() => world.close())

async function adder(company: TestCompany) {
  const supplier = await addSupplier(company, { last_name: 'Зимин' })
  return (days: number, rest: Partial<PastAct> = {}) =>
    addPastAct(company, {
      supplier_id: supplier.id,
      date: daysAgo(days),
      net_g: 1_000_000,
      total_kop: days * 1_000_00,
      ...rest,
    })
}

/** A page of an act, rejected at once when there is a reason. */
async function uploadSheet(act: PastAct, reject_reason?: string, kind?: string): Promise<void> {
  const { own } = world
  const { status, body } = await uploadScans(own.operator, act.id, [await jpeg()], kind)
  assert.equal(status, 200)
  if (!reject_reason) return
  await own.db.q
    .updateTable('scan')
    .set({ status: 'rejected', reject_reason })
    .where('id', '=', body[0].id)
    .execute()
}

const order = async (params: object = {}) =>
  (await orderCsv(world, world.own.manager, 'unsigned_acts', params)).slice(1, -1)

test('issued acts without an accepted sheet are listed, the oldest first, each with the state of its sheet', async () => {
  const rows = await order()
  const { bare, checked, refused, ofPort, young } = acts
  assert.deepEqual(
    rows.map((row) => [row[0], row[4]]),
    [
      [bare.number, 'Нет'],
      [checked.number, 'Ждёт проверки'],
      [refused.number, 'Отклонён: Чужой акт'],
      [ofPort.number, 'Нет'],
      [young.number, 'Нет'],
    ],
  )
})

test('an age and a site narrow the list, and an age that is no number is refused', async () => {
  assert.deepEqual(
    (await order({ days: '20' })).map(([number]) => number),
    [acts.bare, acts.checked, acts.refused].map(({ number }) => number),
  )
  assert.deepEqual(
    (await order({ site_id: port })).map(([number]) => number),
    [acts.ofPort.number],
  )
  await assert.rejects(order({ days: 'много' }), /Целое число дней/)
})
