import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '#contract/audit/audit.ts'
import type { ActForm } from '#server/features/act/act-form.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import { addDeal, addDraft, addIssued, type Deal } from '#test/builders/act-forms.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type Person, type World } from '#test/support/world.ts'

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const WEEK = { date_from: dayFromNow(-3), date_to: dayFromNow(3) }

let world: World
let deal: Deal
let good: ActForm
let voided: ActForm
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other } = world
  deal = await addDeal(own)
  good = await addIssued(own, deal)
  voided = await addIssued(own, deal)
  await own.db.q
    .updateTable('act')
    .set({ status: 'void', void_reason: 'Ошибка' })
    .where('id', '=', voided.id)
    .execute()
  await addDraft(own, deal)
  await addIssued(other, await addDeal(other))
})
after(() => world.close())

const order = async (type: string, params: object, person: Person = world.own.manager) =>
  orderCsv(world, person, type, params)

const year = () => good.date!.slice(0, 4)
const decimals = (value: number, digits: number) => {
  const text = String(value).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)},${text.slice(-digits)}`
}

test('the register has each position of numbered acts, a void one with its reason and without its sum', async () => {
  const [heads, ...rows] = await order('psa_register', { year: year() })
  const at = (title: string) => heads!.indexOf(title)
  assert.deepEqual(
    rows.slice(0, -1).map((row) => [row[0], row.at(-2), row.at(-1)]),
    [
      [good.number, 'Выписан', ''],
      [voided.number, 'Аннулирован', 'Ошибка'],
    ],
  )
  const [position] = good.positions
  assert.equal(rows[0]![at('Нетто, кг')], decimals(position!.net_g!, 3))
  assert.equal(rows[0]![at('Засорённость')], '5,00')
  assert.equal(rows.at(-1)![at('Нетто, кг')], decimals(position!.net_g!, 3))
  assert.equal(rows.at(-1)![at('Сумма, ₽')], decimals(good.total_kop, 2))
  assert.equal((await order('psa_register', { year: String(Number(year()) - 1) })).length, 1)
})

test('the passport of the register is whole only with the right to personal data', async () => {
  const seller = async () => (await order('psa_register', { year: year() }))[1]![3]!
  const { series, number } = deal.supplier.doc
  assert.ok((await seller()).includes(`${series} ${number}`))
  const undo = await deny(world.own.manager, 'supplier.personal')
  const masked = await seller()
  assert.ok(!masked.includes(number) && masked.endsWith(`***${number.slice(-3)}`), masked)
  await undo()
})

async function deny(person: Person, code: string): Promise<() => Promise<void>> {
  const { q, sessions } = world.services
  const action = q.selectFrom('action').where('code', '=', code).select('id')
  const { id: action_id } = await action.executeTakeFirstOrThrow()
  const row = { id: uuidv7(), action_id, subject: 'user', subject_code: person.id, allow: false }
  await q.insertInto('action_access').values(row).execute()
  sessions.forget()
  return async () => {
    await q.deleteFrom('action_access').where('id', '=', row.id).execute()
    sessions.forget()
  }
}

test('the check sheet names the unproven duties of an act, and each that is done', async () => {
  const read = async () => {
    const [heads, ...rows] = await order('self_check', WEEK)
    assert.deepEqual(
      rows.map(([number]) => number),
      [good.number],
    )
    return Object.fromEntries(heads!.map((head, place) => [head, rows[0]![place]!]))
  }
  const first = await read()
  assert.equal(
    first['Чего нет'],
    'Согласие на обработку данных, Скан подписанного акта, Фото взвешиваний',
  )
  const titles = ['Позиции полны', 'Данные поставщика', 'Лицензия компании', 'Взрывобезопасность']
  for (const title of titles) assert.equal(first[title], 'да', title)
  // A person needs no document of ownership.
  assert.equal(first['Документ о праве собственности'], '')
  await addConsent()
  assert.equal((await read())['Согласие на обработку данных'], 'да')
  assert.equal((await read())['Радиационный контроль'], 'да')
  // A bare tick, as acts had before instruments were kept.
  await world.own.db.q
    .updateTable('act')
    .set({ radiation: JSON.stringify({ done: true }) })
    .where('id', '=', good.id)
    .execute()
  const later = await read()
  assert.equal(later['Радиационный контроль'], 'нет')
  assert.match(later['Чего нет']!, /^Радиационный контроль, Скан/)
})

async function addConsent(): Promise<void> {
  const { own } = world
  const file_id = uuidv7()
  await sql`insert into file (company_id, id, kind, mime, size, sha256, storage_key, entity, entity_id)
    values (${own.id}, ${file_id}, 'consent', 'image/jpeg', 1, ${Buffer.alloc(32)}, ${file_id}, 'supplier',
      ${deal.supplier.id})`.execute(own.db.q)
  await own.db.q
    .insertInto('consent')
    .values({
      company_id: own.id,
      id: uuidv7(),
      supplier_id: deal.supplier.id,
      text_version: '1',
      text_sha256: Buffer.alloc(32),
      given_at: `${dayFromNow(-30)}T09:00:00Z`,
      valid_until: dayFromNow(300),
      file_id,
    })
    .execute()
}

test('the trail has each change with both sides, and shows a link that somebody rewrote', async () => {
  const { own, services } = world
  const rows = (await order('audit', { ...WEEK, entity: 'act', entity_id: good.id })).slice(1)
  const { items } = await own.manager.api.send(audit.getEvents, {
    query: { filter: { entity: ['act'], entity_id: good.id, sort: [['seq', 'asc']] } },
  })
  assert.deepEqual(
    rows.map((row) => [row[0], row[2], row[4]]),
    items.map(({ seq, user, title }) => [String(seq), user ?? 'Система', title]),
  )
  assert.ok(rows.length >= 2)
  assert.ok(rows.every((row) => row.at(-1) === 'да'))
  const seq = Number(rows[0]![0])
  await services.q.connection().execute(async (q) => {
    await sql`set session_replication_role = replica`.execute(q)
    await sql`update audit_event set action = 'act.void' where company_id = ${own.id} and seq = ${seq}`.execute(
      q,
    )
    await sql`set session_replication_role = origin`.execute(q)
  })
  const [broken, ...others] = (await order('audit', { ...WEEK, entity: 'act' })).slice(1)
  assert.equal(broken!.at(-1), 'нет')
  assert.ok(others.length > 0 && others.every((row) => row.at(-1) === 'да'))
})
