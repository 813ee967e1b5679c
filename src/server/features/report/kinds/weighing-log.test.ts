import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { report } from '#contract/report/report.ts'
import { addClosedVisit, type ClosedVisit } from '#test/builders/closed-visits.ts'
import { holdReports, orderCsv } from '#test/support/report-files.ts'
import { openWorld, type World } from '#test/support/world.ts'

const TYPE = 'weighing_log'
// The day of visits that the builder makes.
const DAY = { date_from: '2025-03-01', date_to: '2025-03-01' }

let world: World
const visits: ClosedVisit[] = []
let voided: ClosedVisit
before(async () => {
  world = await openWorld({ config: { logLevel: 'error' } })
  await holdReports(world)
  const { own, other } = world
  for (const plate of ['А123ВС77', 'Е777КХ199', 'М001ММ50'])
    visits.push(await addClosedVisit(own, { plate, in_g: 12_480_000, out_g: 4_260_000 }))
  voided = await addClosedVisit(own, { in_g: 9_000_000, out_g: 4_000_000 })
  await own.db.q
    .updateTable('visit')
    .set({ status: 'void', void_reason: 'Ошибка' })
    .where('company_id', '=', own.id)
    .where('id', '=', voided.id)
    .execute()
  await addClosedVisit(other, { plate: 'О999ОО99', in_g: 5_000_000, out_g: 1_000_000 })
})
after(() => world.close())

test('the log lists each visit of the period in the order of arrival; a void one adds nothing to the sums', async () => {
  const [heads, ...rows] = await orderCsv(world, world.own.operator, TYPE, DAY)
  assert.equal(heads!.join(';'), HEADS)
  const last = rows.pop()!
  assert.deepEqual(
    rows.map(([number]) => number),
    [...visits, voided].map(({ number }) => number),
  )
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    ['Взвешена', 'Взвешена', 'Взвешена', 'Аннулирована'],
  )
  const net = visits.reduce((sum, { net_g }) => sum + net_g, 0)
  assert.equal(last[0], 'Итого')
  assert.equal(Number(last[8]!.replace(',', '')), net)
  const [first] = rows
  assert.deepEqual(first!.slice(6, 9), ['12480,000', '4260,000', '8220,000'])
  assert.equal(first![9], 'Ручной ввод')
  const names = [first![10], first![11]]
  assert.ok(names.every(Boolean) && names[0] !== names[1], names.join())
})

const HEADS =
  'Номер;Въезд;Выезд;Машина;Прицеп;Товар;Брутто, кг;Тара, кг;Нетто, кг;Источник;Оператор;Подтвердил;Отметки;Статус'

test('a plate in Latin letters, a post and a site narrow the log', async () => {
  const numbersOf = async (params: object) => {
    const rows = await orderCsv(world, world.own.operator, TYPE, { ...DAY, ...params })
    return rows.slice(1, -1).map(([number]) => number)
  }
  assert.deepEqual(await numbersOf({ carnumber: 'e777kx199' }), [visits[1]!.number])
  const { siteId, posts } = world.own
  assert.equal((await numbersOf({ site_id: siteId, post_id: posts[0]!.id })).length, 4)
  assert.deepEqual(await numbersOf({ post_id: posts[1]!.id }), [])
})

test('each row of the screen leads to its visit', async () => {
  const query = { type: TYPE, params: DAY }
  const { links } = await world.own.operator.api.send(report.preview, { query })
  const ids = [...visits, voided].map(({ id }) => id)
  assert.deepEqual(
    links,
    ids.map((id) => `/operator/transactions?id=${id}`),
  )
})

test('another company sees only its own visit, on the screen and in the file', async () => {
  const person = world.other.operator
  const rows = await orderCsv(world, person, TYPE, DAY, world.other.id)
  assert.deepEqual(
    rows.slice(1, -1).map((row) => row[3]),
    ['О999ОО99'],
  )
  const shown = await person.api.send(report.preview, { query: { type: TYPE, params: DAY } })
  assert.deepEqual([shown.total, shown.rows[0]![3], shown.chart], [1, 'О999ОО99', null])
})
