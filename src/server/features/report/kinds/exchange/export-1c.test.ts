import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { moduleTags } from '#contract/core/module-tags.ts'
import { Refusal } from '#http/refusal.ts'
import { incomingDir } from '#server/body/receive-file.ts'
import {
  childOf,
  parseElement,
  textOf,
  type Element,
} from '#server/features/bank/providers/directbank/xml.ts'
import { addDeal, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { addSupplier } from '#test/builders/builders.ts'
import { addPastAct } from '#test/builders/past/past-acts.ts'
import { exchangeFaults } from '#test/builders/reports/exchange-schema.ts'
import { addTrade, type Trade } from '#test/builders/reports/trade.ts'
import { holdReports, orderBytes, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'
import { paramsOnDay } from '../../schedule/due-params.ts'
import { refOf } from './catalog-elements.ts'
import { writeExchange } from './write-exchange.ts'

const TYPE = 'export_1c'
const MAY = { date_from: '2025-05-01', date_to: '2025-05-31' }
const JUNE = { date_from: '2025-06-01', date_to: '2025-06-30' }
/** Its sign that no XML has is a blank. */
const WRITTEN_NAME = 'ООО «Р&Д» <b>"Лом "</b> ]]> 🚛'

const RECEIPT = 'Документ.ПоступлениеТоваровУслуг'
const PAYOUT = 'Документ.СБДСРасчетыСКонтрагентами'
const REFUND = 'Документ.ПБДСРасчетыСКонтрагентами'
const DELETION = 'УдалениеОбъекта'

let world: World
let deal: Deal
let trade: Trade
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  await world.services.q.updateTable('company').set({ timezone: 'Asia/Vladivostok' }).execute()
  world.services.sessions.forget()
  trade = await addTrade(world.own)
  await addTrade(world.other)
  deal = await addDeal(world.own)
  await addIssued(world.own, deal)
})
after(() => world.close())

async function order(params: object = MAY, company = world.own): Promise<string> {
  const wanted = { type: TYPE, params, format: 'xml' } as const
  const xml = Buffer.from(await orderBytes(world, company.manager, wanted, company.id)).toString()
  assert.deepEqual(await exchangeFaults(xml), [])
  return xml
}

const bodyOf = (xml: string) => childOf(parseElement(xml), 'Body')!
const objects = (xml: string, name: string) =>
  bodyOf(xml).children.filter((child) => child.name === name)
const refsOf = (list: readonly Element[]) =>
  list.map((one) => textOf(one, 'КлючевыеСвойства', 'Ссылка'))
const kopecks = (text: string | undefined) => BigInt(text!.replace('.', ''))
const sumOf = (list: readonly Element[], ...path: string[]) =>
  list.reduce((sum, one) => sum + kopecks(textOf(one, ...path)), 0n)

/** Reckoned apart from the queries of the message: the days are cut in the zone by the name of its city. */
async function sumRows(from: string, join: string, moment: string, amount: string) {
  const { rows } = await sql<{ rows: string; kop: string }>`
    select count(*)::text as rows, coalesce(sum(${sql.raw(amount)}), 0)::text as kop
    from ${sql.raw(from)} ${sql.raw(join)}
    where x.company_id = ${world.own.id}
      and to_char(timezone('Asia/Vladivostok', ${sql.raw(moment)}), 'YYYY-MM') = '2025-05'`.execute(
    world.services.q,
  )
  return [Number(rows[0]!.rows), BigInt(rows[0]!.kop)]
}

test('the message of a month has its documents and no others, with the sums of the records', async () => {
  const xml = await order()
  const receipts = objects(xml, RECEIPT)
  const payouts = objects(xml, PAYOUT)
  const refunds = objects(xml, REFUND)
  const { acts, payments, voidAct } = trade
  assert.deepEqual(
    refsOf(receipts),
    [acts[1]!, acts[2]!].map(({ id }) => refOf('receipt', id)),
  )
  assert.deepEqual(
    refsOf(payouts),
    [payments[1]!, payments[2]!].map(({ id }) => refOf('payout', id)),
  )
  assert.deepEqual(
    [receipts.length, sumOf(receipts, 'Сумма')],
    await sumRows(
      'act x',
      "join act y on y.id = x.id and x.status in ('issued','signed')",
      'x.issued_at',
      'x.total_kop',
    ),
  )
  assert.deepEqual(
    [payouts.length, sumOf(payouts, 'ОбщиеДанные', 'Сумма')],
    await sumRows(
      'payment x',
      "join payment y on y.id = x.id and x.status = 'paid' and not x.is_test",
      'x.finished_at',
      'x.amount_kop',
    ),
  )
  assert.deepEqual(
    [refunds.length, sumOf(refunds, 'ОбщиеДанные', 'Сумма')],
    await sumRows(
      'payment_return x',
      "join payment y on y.id = x.payment_id and x.status = 'confirmed'",
      'x.confirmed_at',
      'x.amount_kop',
    ),
  )
  const deleted = objects(xml, DELETION).map((one) =>
    textOf(one, 'СсылкаНаОбъект', 'СсылкаНаОбъект', 'ПоступлениеТоваровУслугСсылка'),
  )
  assert.deepEqual(deleted, [refOf('receipt', voidAct.id)])
  const [first] = payouts
  assert.equal(textOf(first, 'КлючевыеСвойства', 'Дата'), '2025-05-01T00:00:00')
  assert.equal(textOf(first, 'ОбщиеДанные', 'ДатаВыписки'), '2025-05-01')
  assert.match(textOf(first, 'ОбщиеДанные', 'Комментарий')!, /по актам № 2025-\d+$/)
})

test('each record that a document names is in the message once, by the reference that the document has', async () => {
  const xml = await order()
  const of = (name: string) => refsOf(objects(xml, `Справочник.${name}`))
  assert.deepEqual(of('Организации'), [refOf('organization', world.own.id)])
  assert.deepEqual(of('Контрагенты'), [refOf('supplier', trade.supplier.id)])
  assert.deepEqual(of('Договоры'), [refOf('contract', trade.supplier.id)])
  assert.deepEqual(of('Склады'), [refOf('site', world.own.siteId)])
  assert.equal(of('БанковскиеСчета').length, 1)
  for (const name of [PAYOUT, REFUND])
    for (const one of objects(xml, name))
      assert.equal(textOf(one, 'Контрагент', 'Ссылка'), refOf('supplier', trade.supplier.id))
})

test('a name of any signs comes whole, and of a person nothing leaves but name and ИНН', async () => {
  const xml = await order()
  const [supplier] = objects(xml, 'Справочник.Контрагенты')
  assert.equal(textOf(supplier, 'КлючевыеСвойства', 'НаименованиеПолное'), WRITTEN_NAME)
  const today = await order(aroundToday())
  const row = await world.services.q
    .selectFrom('supplier')
    .where('company_id', '=', world.own.id)
    .where('id', '=', deal.supplier.id)
    .select(['phone', 'reg_address', 'inn', 'birth_date'])
    .executeTakeFirstOrThrow()
  assert.ok(today.includes(`<ИНН>${row.inn}</ИНН>`))
  for (const secret of [row.phone, row.reg_address, row.birth_date])
    if (secret) assert.ok(!today.includes(secret), secret)
})

function aroundToday() {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return { date_from: day(-2), date_to: day(2) }
}

test('an act that was weighed comes in kilograms with its sums to the kopeck', async () => {
  const [receipt] = objects(await order(aroundToday()), RECEIPT)
  const line = childOf(receipt, 'Товары', 'Строка')
  const { rows } = await sql<{ kg: string; roubles: string; price: string }>`
    select (p.net_g / 1000.0)::numeric(15,3)::text as kg, (p.amount_kop / 100.0)::numeric(15,2)::text as roubles,
      round(p.price_kop / 100000.0, 2)::text as price
    from act_position p join act a on a.company_id = p.company_id and a.id = p.act_id
    where p.company_id = ${world.own.id} and a.supplier_id = ${deal.supplier.id}`.execute(
    world.services.q,
  )
  assert.equal(rows.length, 1)
  assert.deepEqual(
    ['Количество', 'Сумма', 'Цена'].map((name) => textOf(line, name)),
    [rows[0]!.kg, rows[0]!.roubles, rows[0]!.price],
  )
  assert.equal(textOf(receipt, 'Сумма'), rows[0]!.roubles)
  assert.equal(textOf(line, 'ЕдиницаИзмерения', 'ДанныеКлассификатора', 'Код'), '166')
  assert.equal(textOf(line, 'СтавкаНДС'), 'БезНДС')
})

test('the same days give the same bytes; an act that becomes void is the same object, deleted, in its own days and in that of the change', async () => {
  const before = await order(JUNE)
  assert.equal(await order(JUNE), before)
  const act = trade.acts[3]!
  const ref = refOf('receipt', act.id)
  assert.ok(refsOf(objects(before, RECEIPT)).includes(ref))
  await world.own.db.q
    .updateTable('act')
    .set({
      status: 'void',
      void_reason: 'Ошибка в весе',
      reserved_kop: 0,
      paid_kop: 0,
      voided_at: '2025-08-05T01:00:00Z',
      updated_at: '2025-08-06T01:00:00Z',
    })
    .where('company_id', '=', world.own.id)
    .where('id', '=', act.id)
    .execute()
  const deletion = `<ПоступлениеТоваровУслугСсылка>${ref}</ПоступлениеТоваровУслугСсылка>`
  const after = await order(JUNE)
  assert.ok(after.includes(deletion))
  assert.deepEqual(refsOf(objects(after, RECEIPT)), [])
  const onDay = (day: string) => order({ date_from: day, date_to: day })
  assert.ok((await onDay('2025-08-05')).includes(deletion))
  assert.ok(!(await onDay('2025-08-06')).includes(ref))
})

test('an act of a merged record belongs to the record that was kept', async () => {
  const [alias, kept] = [await addSupplier(world.own), await addSupplier(world.own)]
  const date = '2025-09-03'
  await addPastAct(world.own, { supplier_id: alias.id, date, net_g: 1000, total_kop: 100 })
  await world.own.db.q
    .updateTable('supplier')
    .set({ merged_into: kept.id, status: 'archived', merged_at: '2025-10-01T00:00:00Z' })
    .where('company_id', '=', world.own.id)
    .where('id', '=', alias.id)
    .execute()
  const xml = await order({ date_from: date, date_to: date })
  assert.deepEqual(refsOf(objects(xml, 'Справочник.Контрагенты')), [refOf('supplier', kept.id)])
  assert.equal(
    textOf(objects(xml, RECEIPT)[0], 'КлючевыеСвойства', 'Контрагент', 'Ссылка'),
    refOf('supplier', kept.id),
  )
})

test('purchases or payouts can be left out, and days without documents give a message of the company alone', async () => {
  const names = async (params: object) =>
    new Set(bodyOf(await order(params)).children.map(({ name }) => name))
  const purchases = await names({ ...MAY, part: 'purchases' })
  assert.ok(purchases.has(RECEIPT) && purchases.has(DELETION))
  assert.ok(!purchases.has(PAYOUT) && !purchases.has(REFUND))
  const payouts = await names({ ...MAY, part: 'payouts' })
  assert.ok(payouts.has(PAYOUT) && payouts.has(REFUND))
  assert.ok(!payouts.has(RECEIPT) && !payouts.has(DELETION))
  const nothing = await names({ date_from: '2024-01-01', date_to: '2024-01-01' })
  assert.deepEqual([...nothing], ['Справочник.Организации'])
})

test('without the module of payments nothing of them leaves', async () => {
  const company = world.services.q.updateTable('company').where('id', '=', world.own.id)
  const modules = moduleTags.filter((tag) => tag !== 'payment')
  const stored = await world.services.q
    .selectFrom('company')
    .where('id', '=', world.own.id)
    .select('settings')
    .executeTakeFirstOrThrow()
  const set = async (settings: unknown) => {
    await company.set({ settings: JSON.stringify(settings) }).execute()
    world.services.sessions.forget()
  }
  await set({ ...(stored.settings as object), modules })
  const names = new Set(bodyOf(await order()).children.map(({ name }) => name))
  assert.ok(names.has(RECEIPT))
  assert.ok(!names.has(PAYOUT) && !names.has(REFUND) && !names.has('Справочник.БанковскиеСчета'))
  await set(stored.settings)
})

test('the list of the documents has the sums of the message', async () => {
  const rows = await orderCsv(world, world.own.manager, TYPE, MAY)
  const xml = await order()
  const roubles = (kop: bigint) => `${kop / 100n},${String(kop % 100n).padStart(2, '0')}`
  assert.deepEqual(rows.at(-1)!.slice(4), [
    roubles(sumOf(objects(xml, RECEIPT), 'Сумма')),
    roubles(sumOf(objects(xml, PAYOUT), 'ОбщиеДанные', 'Сумма')),
    roubles(sumOf(objects(xml, REFUND), 'ОбщиеДанные', 'Сумма')),
  ])
  const documents = [RECEIPT, DELETION, PAYOUT, REFUND].flatMap((name) => objects(xml, name))
  assert.equal(rows.length - 2, documents.length)
})

test('too many documents are refused, and what fails leaves no file behind', async () => {
  const { db } = world.own
  const scope = { ...MAY, purchases: true, payouts: true }
  const tx = { ...db, auditEvents: [], onCommit: [] }
  const silent = async () => undefined
  await assert.rejects(
    writeExchange(tx, scope, silent, 1),
    (error) => error instanceof Refusal && /больше 1 документов. Сузьте период/.test(error.message),
  )
  const fail = () => Promise.reject(new Error('stopped'))
  await assert.rejects(
    db.q.transaction().execute((q) => writeExchange({ ...tx, q }, scope, fail)),
    /stopped/,
  )
  const left = await readdir(incomingDir(db.services.config.dataDir)).catch(() => [])
  assert.deepEqual(left, [])
})

test('a schedule gives the message its days', () => {
  const wanted = { type: TYPE, params: { part: 'purchases' }, period: 'yesterday' } as const
  assert.deepEqual(paramsOnDay(wanted, '2025-05-15'), {
    part: 'purchases',
    date_from: '2025-05-14',
    date_to: '2025-05-14',
  })
})
